import {
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as requestHttp,
  type Server,
} from 'node:http';
import { duplexPair } from 'node:stream';
import { failure } from '@headwater/protos/error-codes';

/** A request to this process's own HTTP API. */
export interface OwnRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

export interface OwnResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request to this process's own HTTP API. @throws AppError `query_too_heavy` if the answer is too large to buffer */
export type CallOwnApi = (request: OwnRequest, signal: AbortSignal) => Promise<OwnResponse>;

/** Answers are buffered, and must fit the context of a model. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Creates a client of this process's own API, over an in-memory connection. A call is thus an ordinary API request:
 * authentication, scopes, rate limits, audit, Idempotency-Key, validation and logs apply to it.
 *
 * @see https://nodejs.org/api/http.html#event-connection about passing a stream to a server
 */
export function createOwnApi(server: () => Server): CallOwnApi {
  return ({ method, path, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const [clientSide, serverSide] = duplexPair();
      // Unlike a socket, the other side of a pair stays open.
      clientSide.once('close', () => serverSide.destroy());
      const request = requestHttp({
        createConnection: () => clientSide,
        method,
        path,
        signal,
        headers: { ...headers, connection: 'close', ...(body ? { 'content-length': body.length } : {}) },
      });
      request.on('error', reject).on('response', (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', reject).on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > MAX_ANSWER_BYTES) answer.destroy(answerTooLarge());
        });
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      server().emit('connection', serverSide);
      request.end(body);
    });
}

function answerTooLarge(): Error {
  return failure(
    'query_too_heavy',
    `The answer is larger than ${MAX_ANSWER_BYTES} bytes. Shorten the window, or send the request alone to the HTTP API.`,
  );
}
