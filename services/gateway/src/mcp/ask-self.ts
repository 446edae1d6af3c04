import { request as requestHttp, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { failure } from '@headwater/protos/error-codes';
import type { ApiCall } from './tool-request';

export interface SelfAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface SelfCaller {
  readonly authorization: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Asks this very server, as the same caller. */
export type AskSelf = (call: ApiCall, caller: SelfCaller) => Promise<SelfAnswer>;

/** An answer for a model to read must not fill its head; an export is for a program, over HTTP. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Asks a server of this process over a connection that lies in memory, so that whatever holds for a call over HTTP
 * (token, scopes, rate limits, audit, Idempotency-Key, validation) holds for it by construction.
 *
 * @see https://nodejs.org/api/http.html#event-connection on handing a server a stream of one's own
 */
export function askSelfOf(server: () => Server): AskSelf {
  return ({ method, path, body, file, idempotencyKey }, { authorization, requestId, signal }) =>
    new Promise((resolve, reject) => {
      const [ours, theirs] = duplexPair();
      const text = file ?? (body === undefined ? undefined : JSON.stringify(body));
      const bytes = text === undefined ? undefined : Buffer.from(text);
      const type = file === undefined ? 'application/json' : 'text/csv';
      const request = requestHttp({
        createConnection: () => ours,
        method,
        path,
        signal,
        headers: {
          host: 'localhost',
          connection: 'close',
          authorization,
          'x-request-id': requestId,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          ...(bytes ? { 'content-type': type, 'content-length': bytes.length } : {}),
        },
      });
      request.on('error', reject).on('response', (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', reject).on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > MAX_ANSWER_BYTES) answer.destroy(tooLong());
        });
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      server().emit('connection', theirs);
      request.end(bytes);
    });
}

function tooLong(): Error {
  const message = `The answer is longer than ${MAX_ANSWER_BYTES} bytes. Narrow the window, or call the HTTP API.`;
  return failure('query_too_heavy', message);
}
