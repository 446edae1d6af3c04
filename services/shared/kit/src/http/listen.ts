import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpListener {
  /** The port that it really listens on. */
  readonly port: number;
  /** Takes no new connection, lets requests under way finish, then closes; after `graceMs` cuts them. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts listening. Port 0 picks a free port. @throws naming the address when it can't. */
export async function listen(server: Server, host: string, port: number): Promise<HttpListener> {
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
        const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection whose request was under way stays open after its answer, waiting for another.
        const idle = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
