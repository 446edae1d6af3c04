import type { Request } from 'express';
import { parseJson } from '@headwater/kit/http/parse-json';
import { readBody } from '@headwater/kit/http/read-body';
import { failure } from '@headwater/protos/error-codes';
import { parseQuery } from '../domain/parse-query';
import { siteNotFound } from '../domain/site-not-found';
import type { z } from 'zod';
import type { Endpoint, EndpointRequest, SignedBody } from './endpoint';
import { receiveFile } from './receive-file';
import type { Soon } from './soon';
import { validate, validated } from './validate';

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset=("?)utf-8\2[ \t]*)?;?$/i;
const MEBIBYTE = 1_048_576;

/** The path's parameters. An id that no site can have is answered as any unknown site is. */
export function readParams(endpoint: Endpoint, request: Request): unknown {
  if (!endpoint.params) return {};
  const result = validated(endpoint.params, request.params);
  if ('value' in result) return result.value;
  if (result.fields.some(({ field }) => field === 'id')) throw siteNotFound();
  return validate(endpoint.params, request.params);
}

/** Reads the query string's parameters and filters of an endpoint's requests. */
export function queryReader({ query, filters }: Endpoint) {
  const allowed = { names: query ? Object.keys(query.shape) : [], filters: filters !== undefined };
  return (request: Request) => {
    const begin = request.url.indexOf('?');
    const read = parseQuery(begin < 0 ? '' : request.url.slice(begin + 1), allowed);
    return { query: query ? validate(query, read.values) : {}, filters: read.filters };
  };
}

/** The body that an endpoint takes, read to its end only after its headers were found right; a file is only begun. */
export function readBodyOf(endpoint: Endpoint, request: Request): Soon<TakenBody> {
  if (endpoint.body) return readJsonBody(endpoint, endpoint.body, request).then((body) => ({ body }));
  if (endpoint.signatureHeader !== undefined)
    return readSignedBody(endpoint, endpoint.signatureHeader, request).then((signed) => ({
      body: undefined,
      signed,
    }));
  if (endpoint.file) return { body: undefined, file: receiveFile(endpoint.file, request) };
  return NO_BODY;
}

type TakenBody = Pick<EndpointRequest<unknown, unknown, unknown>, 'body' | 'signed' | 'file'>;

const NO_BODY: TakenBody = { body: undefined };

async function readJsonBody(
  { bodyOptional, maxBodyBytes = MEBIBYTE }: Endpoint,
  schema: z.ZodType,
  request: Request,
): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-type': type } = request.headers;
  const absent = chunked === undefined && (length === undefined || length === '0');
  if (absent && bodyOptional) return validate(schema, {});
  if (absent) throw failure('invalid_json', 'The request has no body. Send a JSON object.');
  if (type === undefined || !JSON_TYPE.test(type))
    throw failure(
      'unsupported_media_type',
      'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    );
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw failure('unsupported_media_type', 'Send the body without Content-Encoding.');
  return validate(schema, parseJson(await readBody(request, maxBodyBytes)));
}

/** The body as it came and the header that signs it. */
async function readSignedBody(
  { maxBodyBytes = MEBIBYTE }: Endpoint,
  signatureHeader: string,
  request: Request,
): Promise<SignedBody> {
  const bytes = await readBody(request, maxBodyBytes);
  return { bytes, signature: request.get(signatureHeader) };
}
