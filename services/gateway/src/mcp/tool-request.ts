import { failure } from '@headwater/protos/error-codes';
import type { ApiTool } from './tools';

/** The call of the HTTP API that a tool stands for. */
export interface ApiCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, as CSV. */
  readonly file?: string;
  readonly idempotencyKey?: string;
}

/**
 * The call that a tool's arguments make; unknown ones go where the API refuses them by name.
 *
 * @throws AppError `invalid_request` when an id is missing.
 */
export function callOf({ operation, places }: ApiTool, given: Readonly<Record<string, unknown>>): ApiCall {
  const { method } = operation;
  const takesBody = operation.requestBody !== undefined;
  const at = (place: string) => Object.entries(given).filter(([name]) => placeOf(name) === place);
  const takesFile = places.has('file');
  const placeOf = (name: string) =>
    places.get(name) ?? (takesBody && !takesFile && !places.has('body') ? 'body' : 'query');
  const ids = Object.fromEntries(at('path'));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name, ids[name]));
  const query = new URLSearchParams(at('query').flatMap(([name, value]) => pairs(name, value))).toString();
  const [whole] = at('whole body');
  const fields = Object.fromEntries(at('body'));
  const key = given['idempotencyKey'];
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    ...(takesFile ? { file: textOf(given['file'] ?? '') } : {}),
    ...(takesBody && !takesFile ? { body: whole ? whole[1] : fields } : {}),
    ...(places.has('idempotencyKey') && typeof key === 'string' ? { idempotencyKey: key } : {}),
  };
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => pairs(name, each));
  if (typeof value !== 'object') return [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner));
}

/** @throws AppError `invalid_request` of an id without which the path would lead elsewhere. */
function idOf(name: string, value: unknown): string {
  if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
    return encodeURIComponent(value);
  const message = 'is required';
  throw failure('invalid_request', `${name} ${message}.`, { fields: [{ field: name, message }] });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
