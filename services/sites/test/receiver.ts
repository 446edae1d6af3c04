import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import type { Network } from '../src/outside/network';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly body: string;
  /** How many requests of this path were there while it was answered, itself included. */
  readonly atOnce: number;
}

/** Where the server's certificate is good. */
export const RECEIVER_URL = 'https://shop.example';

/** A real server in the place of a customer's, which answers each path as it is told. */
export interface Receiver {
  readonly received: Received[];
  /** What came to a path, in order. */
  of(path: string): Received[];
  /** Status or behaviour of the next answers to a path; 204 where nothing is told. */
  readonly answers: Map<string, number | 'never' | 'cut' | 'redirect' | 'endless'>;
  /** Every name leads here, but those that begin with `gone`; the address counts as public. */
  readonly network: Network;
  stop(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = new Map();
  const open = new Map<string, number>();
  const read = (name: string): string =>
    readFileSync(join(packageRoot('@headwater/sites'), 'test/certificates', name), 'utf8');
  const certificate = read('shop.pem');
  const server = createServer({ cert: certificate, key: read('shop.key.pem') }, (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    open.set(path, (open.get(path) ?? 0) + 1);
    const atOnce = open.get(path) ?? 0;
    response.once('close', () => open.set(path, (open.get(path) ?? 1) - 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers } = request;
      received.push({ path, headers, body: Buffer.concat(chunks).toString(), atOnce });
      const answer = answers.get(path) ?? 204;
      if (answer === 'cut') request.socket.destroy();
      else if (answer === 'redirect') response.writeHead(302, { location: '/followed' }).end();
      else if (answer === 'endless') {
        response.writeHead(200);
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      } else if (answer !== 'never') response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    of: (path) => received.filter((each) => each.path === path),
    network: {
      addressesOf: (host) => Promise.resolve(host.startsWith('gone') ? [] : ['127.0.0.1']),
      mayVisit: () => true,
      portOf: () => port,
      authorities: [certificate],
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
