import type { Request } from 'express';
import { parseJson } from '@headwater/kit/http/parse-json';
import { readBody } from '@headwater/kit/http/read-body';
import { failure } from '@headwater/protos/error-codes';
import { parseQuery } from '../domain/parse-query';
import { siteNotFound } from '../domain/site-not-found';
import type { Endpoint, SignedBody } from './endpoint';
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

/** The query string's parameters and filters. */
export function readQuery(endpoint: Endpoint, request: Request) {
  const begin = request.url.indexOf('?');
  const { values, filters } = parseQuery(begin < 0 ? '' : request.url.slice(begin + 1), {
    names: endpoint.query ? Object.keys(endpoint.query.shape) : [],
    filters: endpoint.filters !== undefined,
  });
  return { query: endpoint.query ? validate(endpoint.query, values) : {}, filters };
}

/** The JSON body, read to its end only after its headers were found right. */
export async function readJsonBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (!endpoint.body) return undefined;
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-type': type } = request.headers;
  const absent = chunked === undefined && (length === undefined || length === '0');
  if (absent && endpoint.bodyOptional) return validate(endpoint.body, {});
  if (absent) throw failure('invalid_json', 'The request has no body. Send a JSON object.');
  if (type === undefined || !JSON_TYPE.test(type))
    throw failure(
      'unsupported_media_type',
      'Send the body as JSON in UTF-8, with Content-Type: application/json.',
    );
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw failure('unsupported_media_type', 'Send the body without Content-Encoding.');
  return validate(endpoint.body, parseJson(await readBody(request, endpoint.maxBodyBytes ?? MEBIBYTE)));
}

/** The body as it came and the header that signs it, where the endpoint has one. */
export async function readSignedBody(
  { signatureHeader, maxBodyBytes = MEBIBYTE }: Endpoint,
  request: Request,
): Promise<{ readonly signed?: SignedBody }> {
  if (signatureHeader === undefined) return {};
  const bytes = await readBody(request, maxBodyBytes);
  return { signed: { bytes, signature: request.get(signatureHeader) } };
}
