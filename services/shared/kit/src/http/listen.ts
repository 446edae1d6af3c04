import type { RequestListener, Server } from 'node:http';
import { Server as NetServer, type AddressInfo } from 'node:net';

export interface HttpListener {
  /** The port that it really listens on. */
  readonly port: number;
  /** Takes no new connection, lets requests under way finish, then closes; after `graceMs` cuts them. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * How long a process that is told to stop keeps idle connections, in milliseconds. Whoever uses one meanwhile is answered
 * and told that it was the last answer on it; closed at once, it would cut the request that is just on its way.
 */
export const LINGER_MS = 2_000;

/**
 * Starts listening. Port 0 picks a free port.
 *
 * @param lingerMs see `LINGER_MS`; 0, for those whose clients may be cut, closes idle connections at once
 * @throws naming the address when it can't.
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  { lingerMs = 0 }: { readonly lingerMs?: number } = {},
): Promise<HttpListener> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (graceMs = 10_000) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), lingerMs + graceMs);
        server.prependListener('request', sayLast);
        let idle: NodeJS.Timeout | undefined;
        const lingered = setTimeout(() => {
          // A connection whose request was under way stays open after its answer, waiting for another.
          idle = setInterval(() => server.closeIdleConnections(), 50);
          server.closeIdleConnections();
        }, lingerMs);
        const closed = (): void => {
          clearTimeout(lingered);
          clearInterval(idle);
          clearTimeout(deadline);
          // Of HTTP's own: ends what watches the time of requests.
          server.close();
          resolve();
        };
        // HTTP's own close would end idle connections at once.
        NetServer.prototype.close.call(server, closed);
      }),
  };
}

const sayLast: RequestListener = (_request, response) => {
  response.setHeader('Connection', 'close');
};
