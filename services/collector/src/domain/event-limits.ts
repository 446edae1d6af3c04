import { PROPERTY_KEY } from '@headwater/protos/vocabulary';

/** Longest event name, in characters. */
export const MAX_NAME = 120;
/** Most properties of an event. */
export const MAX_PROPS = 30;
/** Longest property value, in characters. */
export const MAX_PROP_VALUE = 500;
/** Longest visitor or session id as senders make them. */
export const MAX_ID = 128;
/** Longest URL or referrer that is read. */
export const MAX_URL = 8_192;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** RFC 3339 with an offset, to at most nanoseconds. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What most events have; shared, so that it is recognised. */
export const NO_PROPS: Readonly<Record<string, string>> = Object.freeze({});

/** True for text that can be stored and shown: no control character, no half of a surrogate pair, which has no UTF-8 form. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/** True for 1 to 120 characters without control characters. */
export function isEventName(name: string): boolean {
  return name.trim() !== '' && characters(name) <= MAX_NAME && isPlainText(name);
}

/** True for an id as senders make them: 1 to 128 characters without control characters. */
export function isSenderId(id: string): boolean {
  return id.trim() !== '' && id.length <= MAX_ID && isPlainText(id);
}

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Unix ms of an ISO 8601 timestamp with a zone; undefined when it is none or names no real moment. */
export function parseTimestamp(text: string): number | undefined {
  if (!TIMESTAMP.test(text)) return undefined;
  const ms = Date.parse(text);
  const day = Number(text.slice(8, 10));
  // Date.parse turns February 30 into March 2: its day must be the one written.
  if (Number.isNaN(ms) || (day > 28 && day > daysInMonth(text))) return undefined;
  return ms;
}

function daysInMonth(text: string): number {
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}

/**
 * The properties as stored: values become strings. Undefined when there are more than 30, a key is outside
 * `[A-Za-z0-9_.-]{1,64}`, or a value is neither string, finite number nor boolean or is over 500 characters.
 */
export function parseProps(
  props: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(props);
  if (entries.length === 0) return NO_PROPS;
  if (entries.length > MAX_PROPS) return undefined;
  const parsed: [string, string][] = [];
  for (const [key, value] of entries) {
    const text = propText(value);
    if (!PROPERTY_KEY.test(key) || text === undefined) return undefined;
    parsed.push([key, text]);
  }
  // Object.fromEntries defines own properties, so that a key `__proto__` is a key like any other.
  return Object.fromEntries(parsed);
}

function propText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string' || characters(value) > MAX_PROP_VALUE) return undefined;
  // A sender that cut its text at 500 UTF-16 units may have cut an emoji in two.
  return value.toWellFormed();
}

/** Length in code points; cheap for the usual short text. */
function characters(text: string): number {
  return text.length <= MAX_NAME ? text.length : Array.from(text).length;
}
