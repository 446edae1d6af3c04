import type { Request, Response } from 'express';
import type { MaybePromise } from '@headwater/kit/fast/maybe-promise';
import type { BodyBudget } from '@headwater/kit/http/body-budget';
import { parseJson, parseJsonOfRows } from '@headwater/kit/http/parse-json';
import { readBody } from '@headwater/kit/http/read-body';
import { failure } from '@headwater/protos/error-codes';
import type { z } from 'zod';
import { siteNotFound } from '../domain/authorise';
import { parseQuery } from '../domain/parse-query';
import type { SignatureHeaders } from '../domain/providers/signature';
import type { Endpoint, EndpointRequest } from './endpoint';
import { isOfType, readCsvRows, receiveFile } from './file-body';
import { validate, validated } from './validate';

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset=("?)utf-8\2[ \t]*)?;?$/i;
const MEBIBYTE = 1_048_576;

/** Validates the path parameters. A malformed site id gives the same error as an unknown site. */
export function readParams(endpoint: Endpoint, request: Request): unknown {
  if (!endpoint.params) return {};
  const unsafe = Object.entries(request.params).find(([, value]) => value.includes('\0'));
  if (unsafe) {
    const message = 'must not contain a NUL character (%00)';
    throw failure('invalid_request', `${unsafe[0]} ${message}.`, { fields: [{ field: unsafe[0], message }] });
  }
  const result = validated(endpoint.params, request.params);
  if ('value' in result) return result.value;
  if (result.fields.some(({ field }) => field === 'id')) throw siteNotFound();
  return validate(endpoint.params, request.params);
}

/** Creates the reader of an endpoint's query parameters and filters. */
export function createQueryReader({ query, filters }: Endpoint) {
  const allowed = { names: query ? Object.keys(query.shape) : [], filters: filters !== undefined };
  return (request: Request) => {
    const begin = request.url.indexOf('?');
    const parsed = parseQuery(begin < 0 ? '' : request.url.slice(begin + 1), allowed);
    return { query: query ? validate(query, parsed.values) : {}, filters: parsed.filters };
  };
}

/** Memory of bodies in flight. Requests without a credential can't use the memory of others. */
export interface BodyBudgets {
  readonly anonymous: BodyBudget;
  readonly authenticated: BodyBudget;
}

type RequestBody = Pick<EndpointRequest<unknown, unknown, unknown>, 'body' | 'signed' | 'file'>;

const NO_BODY: RequestBody = { body: undefined };

/**
 * Reads and validates the body of an endpoint's request. Checks its headers first; a file is returned as a stream.
 *
 * @param onInvalid called with the size of an invalid JSON body
 */
export function readRequestBody(
  endpoint: Endpoint,
  { request, response }: { readonly request: Request; readonly response: Response },
  { bodies, onInvalid }: { readonly bodies: BodyBudgets; readonly onInvalid: (bytes: number) => void },
): MaybePromise<RequestBody> {
  const budget = endpoint.open ? bodies.anonymous : bodies.authenticated;
  const { maxBodyBytes: maxBytes = MEBIBYTE } = endpoint;
  const read = () => readBody({ request, response }, { maxBytes, budget });
  if (endpoint.body)
    return readJsonBody(endpoint, endpoint.body, { request, read, onInvalid }).then((body) => ({ body }));
  if (endpoint.signatureHeaders)
    return read().then((bytes) => ({
      body: undefined,
      signed: { bytes, headers: signatureOf(endpoint, request) },
    }));
  if (endpoint.file) return { body: undefined, file: receiveFile(endpoint.file, request) };
  return NO_BODY;
}

interface BodySource {
  readonly request: Request;
  readonly read: () => Promise<Buffer>;
  readonly onInvalid: (bytes: number) => void;
}

/** The headers that sign the body. */
export function signatureOf({ signatureHeaders = [] }: Endpoint, request: Request): SignatureHeaders {
  return Object.fromEntries(signatureHeaders.map((name) => [name, request.get(name)]));
}

async function readJsonBody(
  { bodyOptional, documentedBody, csv }: Endpoint,
  schema: z.ZodType,
  { request, read, onInvalid }: BodySource,
): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-type': type } = request.headers;
  const isEmpty = chunked === undefined && (length === undefined || length === '0');
  if (isEmpty && bodyOptional) return validate(schema, {});
  if (isEmpty) throw failure('invalid_json', 'The request has no body. Send a JSON object.');
  const isCsv = csv !== undefined && isOfType('text/csv', type);
  if (!isCsv && (type === undefined || !JSON_TYPE.test(type)))
    throw failure(
      'unsupported_media_type',
      `The body is not declared as JSON. Send it in UTF-8 with Content-Type: application/json${csv ? ', or a CSV file with text/csv' : ''}.`,
    );
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw failure('unsupported_media_type', 'The body is compressed. Send it without Content-Encoding.');
  const bytes = await read();
  try {
    if (isCsv) return validate(schema, csv.bodyOf(await readCsvRows(bytes, csv.maxRows)));
    return validate(schema, documentedBody ? parseJsonOfRows(bytes) : parseJson(bytes));
  } catch (error) {
    onInvalid(bytes.length);
    throw error;
  }
}
