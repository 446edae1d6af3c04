import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SeverableProxy {
  /** The target's URL through the proxy. */
  readonly url: string;
  /** Closes every connection and refuses new ones, like a stopped server. */
  sever(): void;
  restore(): void;
  stop(): Promise<void>;
}

/** A TCP proxy in front of the server of a URL. */
export async function startSeverableProxy(targetUrl: string): Promise<SeverableProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let severed = false;
  const server = createServer((near) => {
    if (severed) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const sever = (): void => {
    severed = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    sever,
    restore: () => {
      severed = false;
    },
    stop: () => {
      sever();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
