import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, ERROR_KINDS } from '../errors';
import { requestIdFrom } from '../request-id';
import { allowsSlowBody } from './slow-body';
import { PROBLEM_CONTENT_TYPE, problemHeaders, problemOf } from './problem';

/** Errors of node's HTTP parser, before any handler runs. @see https://nodejs.org/api/http.html#event-clienterror */
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
 * Time for a refused client to read the response and disconnect, in milliseconds. Node applies no timeout here, so a client that
 * keeps sending would stay connected forever.
 */
const DISCONNECT_MS = 500;

/** Answers unreadable requests with a problem document and closes their connections. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && allowsSlowBody(socket)) return;
    // The client has closed the connection.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
    endWithProblem(socket, refusal);
  });
}

/** Writes a problem document to a connection without a parsed request, and closes it. */
export function endWithProblem(socket: Duplex, refusal: AppError): void {
  const cut = setTimeout(() => socket.destroy(), DISCONNECT_MS);
  socket.once('close', () => clearTimeout(cut));
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(problemOf(refusal, requestId));
  const { http, title } = ERROR_KINDS[refusal.kind];
  const headers = Object.entries(problemHeaders(refusal)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${http} ${title}\r\nContent-Type: ${PROBLEM_CONTENT_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${headers.join('')}X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
