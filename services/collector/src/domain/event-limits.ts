import type { FieldError } from '@headwater/kit/errors';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { PROPERTY_KEY } from '@headwater/protos/vocabulary';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The properties of an event without any. Shared, so that it is recognised by identity. */
export const NO_PROPS: Readonly<Record<string, string>> = Object.freeze({});

/** Returns true for text that can be stored and shown: no control character, no lone surrogate, which has no UTF-8 form. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/** Returns the problem with an event name; undefined for 1 to 120 characters without control characters. */
export function eventNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (codePoints(name) > EVENT_LIMITS.maxNameLength)
    return `must have at most ${EVENT_LIMITS.maxNameLength} characters`;
  return isPlainText(name) ? undefined : 'must not contain control characters';
}

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Properties as stored, or the first problem. */
export type ParsedProps =
  { readonly props: Readonly<Record<string, string>> } | { readonly problem: FieldError };

/**
 * Parses properties: values become strings, and properties without a value (null) are left out. Invalid are more than 30, a
 * key that does not match `PROPERTY_KEY`, and a value that is neither string, finite number nor boolean or is over 500
 * characters.
 */
export function parseProps(props: Readonly<Record<string, unknown>>): ParsedProps {
  const entries = Object.entries(props).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0) return { props: NO_PROPS };
  if (entries.length > EVENT_LIMITS.maxProps)
    return badProps('props', `has ${entries.length} properties; the limit is ${EVENT_LIMITS.maxProps}`);
  const parsed: [string, string][] = [];
  for (const [key, value] of entries) {
    // The invalid key itself may be personal data.
    if (!PROPERTY_KEY.test(key))
      return badProps('props', 'has an invalid key; a key is 1 to 64 of the characters A-Z a-z 0-9 _ . -');
    const problem = propProblem(value);
    if (problem !== undefined) return badProps(`props.${key}`, problem);
    // A sender that cut its text at 500 UTF-16 units may have cut a surrogate pair.
    parsed.push([key, String(value).toWellFormed()]);
  }
  // Object.fromEntries defines own properties, so `__proto__` is a key like any other.
  return { props: Object.fromEntries(parsed) };
}

function badProps(field: string, message: string): ParsedProps {
  return { problem: { field, message } };
}

function propProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean' || Number.isFinite(value)) return undefined;
  if (typeof value !== 'string')
    return 'must be a string, a number or a boolean; send one value per property';
  const length = codePoints(value);
  if (length <= EVENT_LIMITS.maxPropValueLength) return undefined;
  return `has ${length} characters; the limit is ${EVENT_LIMITS.maxPropValueLength}`;
}

/** Length in code points; cheap for the usual short text. */
function codePoints(text: string): number {
  return text.length <= EVENT_LIMITS.maxNameLength ? text.length : Array.from(text).length;
}
