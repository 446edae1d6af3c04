import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { isPublicAddress } from '../domain/public-address';
import { fetchPage, type Fetched } from './fetch-page';
import type { Network } from './network';

/** The stand-in for a public server. */
const PUBLIC = '127.0.0.1';
/** Address of the canary, which must get no connection. */
const PRIVATE = '127.0.0.2';

let answer: RequestListener;
let seen: { host: string | undefined; headers: readonly string[] }[];
let canaryConnections = 0;
let port: number;
const server = createServer((request, response) => {
  seen.push({ host: request.headers.host, headers: Object.keys(request.headers) });
  answer(request, response);
});
const canary = createServer((_, response) => response.end('secret')).on('connection', () => {
  canaryConnections += 1;
});

const listen = (on: Pick<Server, 'once' | 'listen'>, at: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    on.once('error', reject).listen(at, host, resolve);
  });
const html: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<title>Hé</title>');
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();

beforeAll(async () => {
  await listen(server, 0, PUBLIC);
  ({ port } = server.address() as AddressInfo);
  await listen(canary, port, PRIVATE);
});
afterAll(() => {
  for (const each of [server, canary]) {
    each.close();
    each.closeAllConnections();
  }
});
beforeEach(() => {
  seen = [];
  answer = html;
});
afterEach(() => expect(canaryConnections).toBe(0));

/** Resolves names to the given addresses, one set per lookup, and address literals to themselves. */
function network(...answers: (readonly string[])[]): Network & { lookups: number } {
  const network: Network & { lookups: number } = {
    lookups: 0,
    addressesOf: (host) => {
      if (/^[\d.]+$|:/.test(host)) return Promise.resolve([host]);
      const addresses = answers[Math.min(network.lookups, answers.length - 1)] ?? [];
      network.lookups += 1;
      return Promise.resolve(addresses);
    },
    // The real rule, except for the stand-in for a public server.
    mayVisit: (address) => address === PUBLIC || isPublicAddress(address),
    portOf: () => port,
  };
  return network;
}
const fetched = (url: string, via: Network, ms = 5_000): Promise<Fetched> =>
  fetchPage(new URL(url), via, AbortSignal.timeout(ms));

describe('fetching a page', () => {
  it('uses its host name and sends no credentials', async () => {
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toMatchObject({
      ok: true,
      page: { html: '<title>Hé</title>' },
    });
    expect(seen).toEqual([
      { host: 'shop.example', headers: ['user-agent', 'accept', 'accept-encoding', 'connection', 'host'] },
    ]);
  });

  it.each([
    ['loopback', [PRIVATE]],
    ['mapped loopback', [`::ffff:${PRIVATE}`]],
    ['a private address behind a public one', [PUBLIC, PRIVATE]],
    ['link-local', ['169.254.169.254']],
  ])('opens no connection when the name resolves to %s', async (_, addresses) => {
    expect(await fetched('http://shop.example/', network(addresses))).toEqual({
      ok: false,
      problem: 'private_address',
    });
    expect(seen).toEqual([]);
  });

  it('connects to the checked address when DNS changes right after', async () => {
    const rebinding = network([PUBLIC], [PRIVATE]);
    expect(await fetched('http://shop.example/', rebinding)).toMatchObject({ ok: true });
    expect(rebinding.lookups).toBe(1);
  });

  it('resolves and checks again after a redirect to the same name', async () => {
    answer = redirectTo('/next');
    expect(await fetched('http://shop.example/', network([PUBLIC], [PRIVATE]))).toEqual({
      ok: false,
      problem: 'private_address',
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    `http://${PRIVATE}/`,
    'http://0177.0.0.2/',
    'http://2130706434/',
    'http://0x7f000002/',
    'http://127.2/',
    `http://[::ffff:${PRIVATE}]/`,
    '//127.0.0.2/x',
  ])('does not follow a redirect to %s', async (location) => {
    answer = redirectTo(location);
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'private_address',
    });
  });

  it.each([
    'ftp://shop.example/',
    'file:///etc/passwd',
    'http://a:b@shop.example/',
    'http://shop.example:6379/',
    'http://[',
  ])('does not follow a redirect to %s', async (location) => {
    answer = redirectTo(location);
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'bad_redirect',
    });
    expect(seen).toHaveLength(1);
  });

  it('follows 3 redirects and not 4', async () => {
    answer = (request, response) =>
      request.url === '/3' ? html(request, response) : redirectTo(`/${seen.length}`)(request, response);
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toMatchObject({ ok: true });
    answer = redirectTo('/again');
    seen = [];
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'too_many_redirects',
    });
    expect(seen).toHaveLength(4);
  });

  it('reads no more than 1 MiB of an endless page', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const page = await fetched('http://shop.example/', network([PUBLIC]));
    expect(page.ok && page.page.html.length).toBe(1_048_576);
  });

  it.each<[string, RequestListener, string]>([
    ['an error', (_, response) => response.writeHead(503).end(), 'http_error'],
    [
      'JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      'not_html',
    ],
    [
      'a compressed page',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('bomb'),
      'not_html',
    ],
    ['a cut connection', (request) => request.socket.destroy(), 'unreachable'],
  ])('reports %s', async (_, listener, problem) => {
    answer = listener;
    expect(await fetched('http://shop.example/', network([PUBLIC]))).toEqual({ ok: false, problem });
  });

  it('times out when the server never responds or never finishes', async () => {
    answer = () => undefined;
    expect(await fetched('http://shop.example/', network([PUBLIC]), 100)).toEqual({
      ok: false,
      problem: 'timed_out',
    });
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<title>');
    expect(await fetched('http://shop.example/', network([PUBLIC]), 100)).toEqual({
      ok: false,
      problem: 'timed_out',
    });
  });

  it('reports a name without addresses', async () => {
    expect(await fetched('http://shop.example/', network([]))).toEqual({
      ok: false,
      problem: 'name_not_found',
    });
  });
});

describe('fetching a page over https', () => {
  const read = (name: string): string =>
    readFileSync(join(packageRoot('@headwater/sites'), 'test/certificates', name), 'utf8');
  const certificate = read('shop.pem');
  const secure = createTlsServer({ cert: certificate, key: read('shop.key.pem') }, (request, response) => {
    seen.push({ host: request.headers.host, headers: [] });
    answer(request, response);
  });
  beforeAll(() => listen(secure, 0, PUBLIC));
  afterAll(() => {
    secure.close();
    secure.closeAllConnections();
  });
  const via = (authorities?: readonly string[]): Network => ({
    ...network([PUBLIC]),
    portOf: ({ protocol }) => (protocol === 'https:' ? (secure.address() as AddressInfo).port : port),
    ...(authorities ? { authorities } : {}),
  });

  it('connects to the checked address and verifies the certificate for the name', async () => {
    expect(await fetched('https://shop.example/', via([certificate]))).toMatchObject({ ok: true });
    expect(seen).toMatchObject([{ host: 'shop.example' }]);
  });

  it.each([
    ['for another name', 'https://other.example/', [certificate]],
    ['from an unknown authority', 'https://shop.example/', undefined],
  ])('reads nothing from a server with a certificate %s', async (_, url, authorities) => {
    expect(await fetched(url, via(authorities))).toEqual({ ok: false, problem: 'unreachable' });
    expect(seen).toEqual([]);
  });

  it('follows a redirect from http to https, but not to a private address', async () => {
    answer = (request, response) =>
      request.headers.host === 'shop.example' && !('encrypted' in request.socket)
        ? redirectTo('https://shop.example/')(request, response)
        : html(request, response);
    expect(await fetched('http://shop.example/', via([certificate]))).toMatchObject({ ok: true });
    answer = redirectTo(`https://${PRIVATE}/`);
    expect(await fetched('http://shop.example/', via([certificate]))).toEqual({
      ok: false,
      problem: 'private_address',
    });
  });
});
