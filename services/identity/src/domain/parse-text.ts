import { TEXT_LIMITS } from '@headwater/protos/limits';
import { containsJwt } from '@headwater/kit/jwt';
import { containsAt, visitorIdProblem } from '@headwater/protos/visitor-id';
import { accepted, refused, type Parsed } from './parsed';

const { maxLength: MAX_LENGTH } = TEXT_LIMITS;

/** U+0000, which Postgres refuses in text and jsonb, and lone surrogates, which are not valid Unicode. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** True when Postgres can store the text unchanged. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/**
 * The text without the characters that Postgres refuses, cut to `maxLength` UTF-16 units. For attribution evidence, which
 * must not fail a call.
 */
export function storablePart(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\0\p{Cs}]/gu, '');
}

/** True when the text has a control character or a lone surrogate. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}

/** The problem with a `user_id`, `plan` or `company`; undefined when the text is valid. */
export function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty: omit it instead';
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (hasControlCharacter(text)) return 'must not contain control characters';
  return undefined;
}

/** The problem with a visitor's anonymous id; undefined when the id is valid. */
export function anonymousIdProblem(anonymousId: string): string | undefined {
  if (anonymousId === '') return 'is required: send the value of window.headwater.ref';
  return visitorIdProblem(anonymousId);
}

/**
 * Parses an id that the customer or its payment provider assigned. The id is stored in plain text, so an id with an `@`, also
 * encoded, is refused, and an id with an email address in base64 or with a JWT.
 */
export function parseId(field: string, id: string): Parsed<string> {
  if (id === '') return refused(field, 'is required');
  const problem = textProblem(id);
  if (problem !== undefined) return refused(field, problem);
  if (containsAt(id))
    return refused(
      field,
      'must not contain @ or %40, also in base64: email addresses are stored only as keyed hashes',
    );
  if (containsJwt(id)) return refused(field, 'must not contain a JWT: send no secrets');
  return accepted(id);
}

/** True for an id that `parseId` refuses because of its content, which earlier versions stored. */
export function containsSecret(id: string): boolean {
  return containsAt(id) || containsJwt(id);
}
