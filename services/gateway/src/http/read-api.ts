import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { AppError, ERROR_KINDS, toAppError } from '@headwater/kit/errors';
import { problemHeaders, problemOf } from '@headwater/kit/http/problem';
import { failure } from '@headwater/protos/error-codes';
import type { Endpoint, PartialRead } from './endpoint';
import type { Exchange } from './exchange';
import type { CallOwnApi } from './own-api';

/**
 * Sends a GET of the API as the caller of another request. It is a request of its own: with the credential of the other, its own
 * authorisation, rate limit, validation and log line. It ends when the other client disconnects.
 *
 * @param path of the API, with the query, in visible ASCII characters
 */
export type ReadApi = (
  path: string,
  request: Pick<IncomingMessage, 'headers'>,
  exchange: Pick<Exchange, 'requestId' | 'disconnect' | 'log'>,
) => Promise<PartialRead>;

/** The headers that authenticate a request, and those of its log and trace. */
const FORWARDED = [
  ...['authorization', 'cookie', 'x-headwater-share', 'x-headwater-dashboard', 'sec-fetch-site', 'origin'],
  ...['host', 'user-agent', 'traceparent'],
];

export function createReadApi(callOwnApi: CallOwnApi, endpoints: readonly Endpoint[]): ReadApi {
  const files = endpoints.filter(({ method }) => method === 'get').flatMap(filesOf);
  return async (path, { headers }, { requestId, disconnect, log }) => {
    const problem = (error: AppError): PartialRead => ({
      status: ERROR_KINDS[error.kind].http,
      retryAfter: secondsOf(problemHeaders(error)['Retry-After']),
      json: JSON.stringify(problemOf(error, requestId)),
    });
    if (files.some((isFile) => isFile(new URL(path, 'http://localhost'))))
      return problem(failure('invalid_request', 'A file or a stream can only be requested alone.'));
    const forwarded = Object.fromEntries(
      FORWARDED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    );
    const signal = disconnect.toAbortSignal();
    // One for each read. Node.js warns above ten.
    setMaxListeners(0, signal);
    try {
      const headersOfRead = { ...forwarded, 'x-request-id': requestId };
      const answer = await callOwnApi({ method: 'GET', path, headers: headersOfRead }, signal);
      return {
        status: answer.status,
        retryAfter: secondsOf(answer.headers['retry-after']),
        json: answer.text,
      };
    } catch (thrown) {
      if (disconnect.aborted) throw failure('cancelled', 'The client disconnected.');
      if (!(thrown instanceof AppError)) log.error({ err: thrown }, 'read of a batch failed');
      return problem(toAppError(thrown));
    }
  };
}

const secondsOf = (retryAfter: string | undefined): number | undefined =>
  retryAfter === undefined ? undefined : Number(retryAfter);

/** Tests whether a URL requests a file of an endpoint. */
function filesOf({ path, responses }: Endpoint): ((url: URL) => boolean)[] {
  const { contentTypes, fileTypes } = responses[200] ?? {};
  if (!contentTypes && !fileTypes) return [];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
  return [
    ({ pathname, searchParams }) =>
      pattern.test(pathname) && (contentTypes !== undefined || searchParams.has('format')),
  ];
}
