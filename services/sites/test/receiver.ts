import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import type { Network } from '../src/outbound/network';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
}

/** The certificate of the server is valid for this origin. */
export const RECEIVER_URL = 'https://shop.example';

/** A real server that stands in for a customer's endpoint. */
export interface Receiver {
  readonly received: Received[];
  /** The requests to a path, in order. */
  of(path: string): Received[];
  /** Status or behaviour of the responses to a path; default 204. */
  readonly answers: Map<string, number | 'never' | 'cut' | 'redirect' | 'endless'>;
  /** Resolves every name to this server, except names that begin with `unknown`. Allows its address. */
  readonly network: Network;
  stop(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Receiver['answers'] = new Map();
  const read = (name: string): string =>
    readFileSync(join(packageRoot('@headwater/sites'), 'test/certificates', name), 'utf8');
  const certificate = read('shop.pem');
  const server = createServer({ cert: certificate, key: read('shop.key.pem') }, (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers } = request;
      received.push({ path, headers, body: Buffer.concat(chunks).toString() });
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
      addressesOf: (host) => Promise.resolve(host.startsWith('unknown') ? [] : ['127.0.0.1']),
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
