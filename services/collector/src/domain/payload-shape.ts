import type { FieldError } from '@headwater/kit/errors';
import {
  PAYLOAD_LIMITS,
  type BrowserEvent,
  type BrowserPayload,
  type BrowserSession,
} from '@headwater/protos/browser-payload';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { VISITOR_ID_RULE, visitorIdProblem } from '@headwater/protos/visitor-id';
import { isUuid } from './event-limits';

/** A field of a JSON object. */
interface Field {
  /** Called with undefined for an absent field. Null means absent. */
  readonly isValid: (value: unknown) => boolean;
  /** Completes "<field> …". */
  readonly message: string;
  /** Shape of a nested object, to name the invalid field in it. */
  readonly shape?: Shape;
}

/** The fields of a JSON object by name. Other fields are invalid. */
type Shape = ReadonlyMap<string, Field>;

/** Requires an entry for each field of the payload's type. */
function shapeOf<T>(fields: { readonly [Name in keyof Required<T>]: Field }): Shape {
  return new Map(Object.entries<Field>(fields));
}

const { maxUrlLength } = EVENT_LIMITS;
const { maxEvents, maxKeyLength } = PAYLOAD_LIMITS;

/** Returns true for an optional field without a value. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isString = (value: unknown): value is string => typeof value === 'string';
const isUrl = (value: unknown): boolean => isString(value) && value.length <= maxUrlLength;

const URL_MESSAGE = `must be a string of at most ${maxUrlLength} characters`;
export const TIME_MESSAGE = 'must be an ISO 8601 time with a zone, such as 2026-10-25T02:00:00Z';
const SENDER_ID: Field = {
  isValid: (value) => isString(value) && visitorIdProblem(value) === undefined,
  message: `must have ${VISITOR_ID_RULE}`,
};

const SESSION = shapeOf<BrowserSession>({
  id: SENDER_ID,
  landing: { isValid: (value) => isAbsent(value) || isUrl(value), message: URL_MESSAGE },
  referrer: { isValid: (value) => isAbsent(value) || isUrl(value), message: URL_MESSAGE },
});

/** The body without its events: an invalid event does not make the others of its request invalid. */
export const ENVELOPE = shapeOf<BrowserPayload>({
  site: {
    isValid: (value) => Number.isSafeInteger(value) && Number(value) > 0,
    message: 'must be a positive integer',
  },
  key: {
    isValid: (value) => isString(value) && value.length > 0 && value.length <= maxKeyLength,
    message: `must be a string of 1 to ${maxKeyLength} characters`,
  },
  webdriver: {
    isValid: (value) => isAbsent(value) || typeof value === 'boolean',
    message: 'must be a boolean',
  },
  visitor: SENDER_ID,
  session: { isValid: (value) => hasShape(value, SESSION), message: 'must be an object', shape: SESSION },
  event: { isValid: () => true, message: '' },
  events: {
    isValid: (value) =>
      isAbsent(value) || (Array.isArray(value) && value.length > 0 && value.length <= maxEvents),
    message: `must be a list of 1 to ${maxEvents} events; send the rest in another request`,
  },
});

export const EVENT = shapeOf<BrowserEvent>({
  id: {
    isValid: (value) => isAbsent(value) || (isString(value) && isUuid(value)),
    message: 'must be a UUID',
  },
  name: { isValid: isString, message: 'must be a string' },
  url: { isValid: isUrl, message: URL_MESSAGE },
  referrer: { isValid: (value) => isAbsent(value) || isUrl(value), message: URL_MESSAGE },
  time: { isValid: (value) => isAbsent(value) || isString(value), message: TIME_MESSAGE },
  props: { isValid: (value) => isAbsent(value) || isObject(value), message: 'must be an object' },
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for an object that has only fields of the shape, all of them valid. */
export function hasShape(value: unknown, shape: Shape): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  for (const [name, field] of shape) if (!field.isValid(value[name])) return false;
  for (const name in value) if (!shape.has(name)) return false;
  return true;
}

/** Fields of a value that the shape does not have, and fields that are missing or invalid. */
export interface ShapeProblems {
  readonly unknown: readonly FieldError[];
  readonly invalid: readonly FieldError[];
}

/** Unknown fields listed; a sender chooses how many there are. */
const MAX_UNKNOWN = 10;

/** Returns the reasons for which `hasShape` is false. Slower: call it only then. */
export function shapeProblems(value: unknown, shape: Shape, path = ''): ShapeProblems {
  if (!isObject(value))
    return { unknown: [], invalid: [{ field: path || 'body', message: 'must be an object' }] };
  const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const invalid: FieldError[] = [];
  const unknown: FieldError[] = Object.keys(value)
    .filter((name) => !shape.has(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => ({ field: pathOf(name.slice(0, 64)), message: 'is not a known field; remove it' }));
  for (const [name, field] of shape) {
    if (field.isValid(value[name])) continue;
    if (!field.shape) invalid.push({ field: pathOf(name), message: field.message });
    else {
      const nested = shapeProblems(value[name], field.shape, pathOf(name));
      unknown.push(...nested.unknown);
      invalid.push(...nested.invalid);
    }
  }
  return { unknown, invalid };
}
