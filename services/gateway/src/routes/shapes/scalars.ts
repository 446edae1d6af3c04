import { numberOfScalar, textOfScalar } from '@headwater/kit/scalars';
import { visitorIdProblem } from '@headwater/protos/visitor-id';
import { z } from 'zod';

type TextError = (issue: { readonly input?: unknown }) => string | undefined;

/**
 * An id or name of the caller: a string; a number or a boolean becomes its text. Examples belong to `rules`: the OpenAPI
 * document leaves out those of a converted field.
 */
export function idText(rules: (text: z.ZodString) => z.ZodString = (text) => text, missing = 'is required') {
  const error: TextError = ({ input }) => {
    if (input === undefined) return missing;
    if (typeof input === 'number')
      return 'is a number that JSON does not represent exactly; send it as a string';
    return typeof input === 'string' ? undefined : 'must be a string';
  };
  return z.preprocess((value) => textOfScalar(value) ?? value, rules(z.string({ error })));
}

/** A number; a decimal string such as "49.00" becomes one. */
export function decimalNumber(rules: (number: z.ZodNumber) => z.ZodNumber) {
  return z.preprocess((value) => numberOfScalar(value) ?? value, rules(z.number()));
}

/** A visitor or session id: one rule for events, identify and the collector. @param missing error of an absent id */
export function visitorIdText(example: string, missing?: string) {
  return idText((text) => text.meta({ examples: [example] }), missing).refine(
    (id) => visitorIdProblem(id) === undefined,
    {
      error: ({ input }) =>
        input === '' && missing !== undefined ? missing : (visitorIdProblem(String(input)) ?? 'is invalid'),
    },
  );
}

export const JWS_DESCRIPTION =
  'Compact JWS (RFC 7515) of all other fields. `GET /.well-known/jwks.json` returns the keys to verify it';
