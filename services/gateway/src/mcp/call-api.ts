import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../domain/openapi-types';
import { parseIdempotencyKey } from '../domain/request-headers';
import type { CallOwnApi } from '../http/own-api';
import type { ApiTool } from './tools';

/** A request to the HTTP API. */
export interface ApiRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as CSV. */
  readonly file?: string;
  readonly idempotencyKey?: string;
}

/**
 * The API request of a tool call. Unknown arguments are passed on, so that the API rejects them by name.
 *
 * @throws AppError `invalid_request` if a path parameter is missing, or the Idempotency-Key is malformed.
 */
export function apiRequestOf(
  { operation, locations }: ApiTool,
  args: Readonly<Record<string, unknown>>,
): ApiRequest {
  const { method } = operation;
  const hasBody = operation.requestBody !== undefined;
  const hasFile = locations.has('file');
  const locationOf = (name: string) =>
    locations.get(name) ?? (hasBody && !hasFile && !locations.has('body') ? 'body' : 'query');
  const argumentsIn = (location: string) =>
    Object.entries(args).filter(([name]) => locationOf(name) === location);
  const pathParams = Object.fromEntries(argumentsIn('path'));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(operation, name, pathParams[name]),
  );
  const query = queryOf(argumentsIn('query'));
  const [whole] = argumentsIn('whole body');
  const fields = Object.fromEntries(argumentsIn('body'));
  const key = locations.has('idempotencyKey')
    ? parseIdempotencyKey(args['idempotencyKey'] ?? undefined)
    : undefined;
  const url = query === '' ? path : `${path}?${query}`;
  if (url.length > MAX_URL_LENGTH) throw tooLong();
  return {
    method,
    path: url,
    ...(hasFile ? { file: textOf(args['file'] ?? '') } : {}),
    ...(hasBody && !hasFile ? { body: whole ? whole[1] : fields } : {}),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
}

/** Characters of a path with its query, as the HTTP API accepts them. */
const MAX_URL_LENGTH = 8_192;

/**
 * The query string of arguments.
 *
 * @throws AppError `invalid_request` as soon as it is too long: a list repeats its name for each item, so a small call could make a
 *   query of gigabytes
 */
function queryOf(args: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams();
  let length = 0;
  const append = (name: string, value: unknown): void => {
    if (length > MAX_URL_LENGTH) throw tooLong();
    const appendInner = (key: string, inner: unknown): void => {
      length++;
      append(key, inner);
    };
    if (Array.isArray(value)) {
      // Not its entries, which would be made of the whole list, however long.
      for (const inner of value) appendInner(name, inner);
      return;
    }
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) appendInner(`${name}[${key}]`, inner);
      return;
    }
    if (value === null || value === undefined) return;
    const text = textOf(value);
    length += name.length + text.length;
    if (length > MAX_URL_LENGTH) throw tooLong();
    query.append(name, text);
  };
  for (const [name, value] of args) append(name, value);
  return query.toString();
}

const tooLong = (): AppError =>
  failure(
    'invalid_request',
    `The arguments are longer than a URL of ${MAX_URL_LENGTH} characters. Shorten the filter.`,
  );

/**
 * An encoded path parameter.
 *
 * @throws AppError `invalid_request` if it is empty, because the path would be that of another operation, or if it is no
 *   number although its schema requires one: the API only says that there is no such object.
 */
function pathSegment({ parameters }: Operation, name: string, value: unknown): string {
  const refuse = (message: string) =>
    failure('invalid_request', `${name} ${message}.`, { fields: [{ field: name, message }] });
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) throw refuse('is required');
  const isNumber = parameters?.find((parameter) => parameter.name === name)?.schema?.type === 'integer';
  if (isNumber && !/^\d+$/.test(String(value))) throw refuse('must be a number, such as 3');
  return encodeURIComponent(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The API's response. */
export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  /** Whether the API counted the request in the rate limit. Not if it refused the request line or a header. */
  readonly isCounted: boolean;
}

export interface ApiCaller {
  readonly authorization: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Sends a request to the HTTP API on behalf of a caller. */
export type CallApi = (request: ApiRequest, caller: ApiCaller) => Promise<ApiResponse>;

/** Creates a client of this process's own API, so that a tool call is an ordinary API request. */
export function createApiClient(callOwnApi: CallOwnApi): CallApi {
  return async ({ method, path, body, file, idempotencyKey }, { authorization, requestId, signal }) => {
    const sent = file ?? (body === undefined ? undefined : JSON.stringify(body));
    const { status, headers, text } = await callOwnApi(
      {
        method,
        path,
        headers: {
          host: 'localhost',
          authorization,
          'x-request-id': requestId,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(sent === undefined
            ? {}
            : { 'content-type': file === undefined ? 'application/json' : 'text/csv' }),
        },
        ...(sent === undefined ? {} : { body: Buffer.from(sent) }),
      },
      signal,
    );
    return { status, text, isCounted: headers['ratelimit'] !== undefined };
  };
}

/**
 * The API's response as a tool result, once, as text. `structuredContent` would repeat it: it is required only of tools
 * with an `outputSchema`, and many clients send both to the model. An error status is an error that the model can fix.
 */
export function toolResult({ status, text }: ApiResponse): CallToolResult {
  return { content: [{ type: 'text', text }], isError: status >= 400 };
}

/** An expected error as a tool result; undefined for an unexpected error, which must not be shown. */
export function failedToolResult(thrown: unknown): CallToolResult | undefined {
  if (!(thrown instanceof AppError)) return undefined;
  return { content: [{ type: 'text', text: `${thrown.code}: ${thrown.message}` }], isError: true };
}
