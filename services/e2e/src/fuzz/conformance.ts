import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Answer } from './send';
import type { Operation, Schema } from './api-document';

const STACK = /\n\s+at |node_modules|\.[cm]?[jt]s:\d+|dist\/\w+\.js/;

export interface Conformance {
  /** What the document and an answer disagree on; undefined when they agree. */
  disagreement(operation: Operation, answer: Answer): string | undefined;
  /** Whether a schema of the document takes a value. */
  takes(schema: Schema, value: unknown): boolean;
}

/** Judges answers by the document alone. */
export function createConformance(document: object): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const validatorAt = (pointer: string) => ajv.compile({ $ref: `api#${pointer}` });
  const validators = new Map<string, ReturnType<typeof validatorAt>>();
  const validatorOf = (pointer: string) => {
    const known = validators.get(pointer) ?? validatorAt(pointer);
    validators.set(pointer, known);
    return known;
  };
  const takes = (schema: Schema, value: unknown): boolean =>
    ajv.validate(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object,
      value,
    );

  const disagreement = (operation: Operation, { status, type, text }: Answer): string | undefined => {
    if (STACK.test(text)) return 'tells of our code';
    if (status >= 500) return 'is a failure of ours';
    const documented = operation.responses[String(status)];
    if (!documented) return 'has a status that is not documented';
    if (!documented.includes(type)) return `is of type ${type}, documented is ${documented.join(', ')}`;
    if (status >= 400 && type !== 'application/problem+json') return 'is no problem document';
    if (!/json$/.test(type)) return undefined;
    const body: unknown = JSON.parse(text);
    if (status >= 400 && (body as { status?: unknown }).status !== status)
      return 'names another status within';
    const steps = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ];
    const validate = validatorOf(
      steps
        .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
        .join(''),
    );
    if (validate(body)) return undefined;
    return `differs from its schema: ${ajv.errorsText(validate.errors)}`;
  };
  return { disagreement, takes };
}
