import type { RequestListener, Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';
import { defineSettings, wholeNumber } from '../config';

/** The setting of processes with a public HTTP port. */
export const KEEP_ALIVE_SETTINGS = defineSettings({
  keepAliveSeconds: {
    env: 'HTTP_KEEP_ALIVE_SECONDS',
    doc:
      'how long an idle HTTP connection stays open, in seconds; longer than the load balancer keeps it (AWS and nginx 60, ' +
      'Google Cloud 600), which would otherwise send a request to a closed connection',
    schema: wholeNumber(65, { min: 1, max: 3_600 }),
  },
});

export interface HttpListener {
  /** The bound port. */
  readonly port: number;
  /** Accepts no new connections, waits up to `graceMs` for requests in flight, then closes all connections. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Connections that wait to be accepted. Linux drops further ones, and their clients try again after 1, 3, 7 and 15 s. Node.js takes 511:
 * fewer than a burst of senders opens while the process is busy for a moment. Limited by `net.core.somaxconn`, 4,096 by default.
 */
const BACKLOG = 4_096;

/**
 * Starts listening. Port 0 picks a free port.
 *
 * @param lingerMs how long a stopping server keeps idle connections. A request that arrives meanwhile gets its response with
 *   `Connection: close`. 0 closes idle connections immediately, which would cut requests in transit
 * @param keepAliveMs see `KEEP_ALIVE_SETTINGS`; default: node's
 * @throws Error that names the address when it cannot listen.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  { lingerMs = 0, keepAliveMs }: { readonly lingerMs?: number; readonly keepAliveMs?: number } = {},
): Promise<HttpListener> {
  if (keepAliveMs !== undefined) server.keepAliveTimeout = keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
    server.once('error', refuse);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (graceMs = 10_000) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), lingerMs + graceMs);
        server.prependListener('request', sendConnectionClose);
        let idle: NodeJS.Timeout | undefined;
        const lingered = setTimeout(() => {
          // A connection whose request was in flight stays open after the response: close it once idle.
          idle = setInterval(() => server.closeIdleConnections(), 50);
          server.closeIdleConnections();
        }, lingerMs);
        const closed = (): void => {
          clearTimeout(lingered);
          clearInterval(idle);
          clearTimeout(deadline);
          // Stops the timer that enforces request timeouts.
          server.close();
          resolve();
        };
        // The close of http.Server would close idle connections immediately.
        NetServer.prototype.close.call(server, closed);
      }),
  };
}

const sendConnectionClose: RequestListener = (_request, response) => {
  response.setHeader('Connection', 'close');
};
