import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { certificatePath } from './certificates';

/** A TLS-terminating proxy in front of a plaintext server. */
export interface TlsFront {
  /** The `https:` URL of the proxy, at `localhost`. */
  readonly url: string;
  /** Switches to another test certificate and closes the open connections. */
  show(certificate: string): void;
  stop(): Promise<void>;
}

/** Starts the proxy with a test certificate. */
export async function startTlsFront(plainUrl: string, certificate: string): Promise<TlsFront> {
  const { hostname, port } = new URL(plainUrl);
  const sockets = new Set<Socket>();
  const server = createServer(pair(certificate), (outer) => {
    const inner = connect(Number(port), hostname);
    outer.pipe(inner).pipe(outer);
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(plainUrl);
  url.protocol = 'https:';
  url.host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    show: (shown) => {
      server.setSecureContext(pair(shown));
      cut();
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function pair(certificate: string): { cert: Buffer; key: Buffer } {
  return {
    cert: readFileSync(certificatePath(certificate)),
    key: readFileSync(certificatePath(`${certificate}.key`)),
  };
}
