import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, ERROR_KINDS } from '../errors';
import { requestIdFrom } from '../request-id';
import { isPatient } from './patience';
import { PROBLEM_CONTENT_TYPE, problemOf } from './problem';

/** What node's HTTP parser refuses before any handler sees it. @see https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError({
    kind: 'headers_too_large',
    code: 'headers_too_large',
    message: 'The URL and headers are longer than 16 KiB together. Shorten them.',
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError({
    kind: 'request_timeout',
    code: 'request_timeout',
    message: 'The request did not arrive in time. Send it again.',
  }),
};

const UNREADABLE = new AppError({
  kind: 'invalid',
  code: 'invalid_request',
  message: 'The request is not valid HTTP. Check its request line and headers.',
});

/**
 * How long a refused client has to read the answer and hang up, in milliseconds. One that goes on sending would else stay
 * connected for ever: node no longer watches its time.
 */
const HANG_UP_MS = 500;

/** Makes the server answer unreadable requests with a problem document, too, and close their connections. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isPatient(socket)) return;
    // A connection that the client itself has cut takes no answer.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    const cut = setTimeout(() => socket.destroy(), HANG_UP_MS);
    socket.once('close', () => clearTimeout(cut));
    const requestId = requestIdFrom(undefined);
    const body = JSON.stringify(problemOf(refusal, requestId));
    const { http, title } = ERROR_KINDS[refusal.kind];
    socket.end(
      `HTTP/1.1 ${http} ${title}\r\nContent-Type: ${PROBLEM_CONTENT_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
