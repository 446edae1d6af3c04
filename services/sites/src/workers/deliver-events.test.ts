import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../domain/public-address';
import type { Network } from '../outbound/network';
import { sendEvent } from './deliver-events';

/** The stand-in for a public server. */
const PUBLIC = '127.0.0.1';
/** Address of the canary, which must get no connection. */
const PRIVATE = '127.0.0.2';

let port: number;
let received = 0;
let canaryConnections = 0;
/** `ok`, `never`, `switch`, or where to redirect to. */
let answer = 'ok';
const server = createServer((request, response) => {
  received += 1;
  request.resume();
  if (answer === 'ok') response.writeHead(200).end();
  else if (answer === 'switch')
    request.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  else if (answer !== 'never') response.writeHead(307, { location: answer }).end();
});
const canary = createServer((_, response) => response.end('secret')).on('connection', () => {
  canaryConnections += 1;
});
const listen = (on: Server, at: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    on.once('error', reject).listen(at, host, resolve);
  });

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
  answer = 'ok';
  received = 0;
});
afterEach(() => expect(canaryConnections).toBe(0));

/** Resolves names to the given addresses, one set per lookup, and address literals to themselves. */
function network(...answers: (readonly string[])[]): Network {
  let lookups = 0;
  return {
    addressesOf: (host) => {
      if (/^[\d.]+$|:/.test(host)) return Promise.resolve([host]);
      lookups += 1;
      return Promise.resolve(answers[Math.min(lookups, answers.length) - 1] ?? []);
    },
    // The real rule, except for the stand-in for a public server.
    mayVisit: (address) => address === PUBLIC || isPublicAddress(address),
    portOf: () => port,
  };
}
const send = (url: string, via: Network, signal = AbortSignal.timeout(30_000)) =>
  sendEvent(
    {
      url,
      secrets: () => [`whsec_${Buffer.alloc(32).toString('base64')}`],
      event: { id: 'msg_1', type: 'site.deleted', at: 0, data: {} },
    },
    { network: via, at: 0, signal },
  );

describe('sending an event', () => {
  it('goes to a public address', async () => {
    expect(await send('http://shop.example/', network([PUBLIC]))).toEqual({ ok: true, httpStatus: 200 });
  });

  it.each([
    ['http://shop.example/', [PRIVATE]],
    ['http://shop.example/', [PUBLIC, PRIVATE]],
    ['http://shop.example/', [`::ffff:${PRIVATE}`]],
    ['http://shop.example/', ['169.254.169.254']],
    [`http://${PRIVATE}/`, []],
    ['http://0177.0.0.2/', []],
    ['http://2130706434/', []],
    [`http://[::ffff:${PRIVATE}]/`, []],
  ])('opens no connection for %s that resolves to %j', async (url, addresses) => {
    expect(await send(url, network(addresses))).toEqual({ ok: false, problem: 'private_address' });
    expect(received).toBe(0);
  });

  it('connects to the checked address when DNS changes right after', async () => {
    const rebinding = network([PUBLIC], [PRIVATE]);
    expect(await send('http://shop.example/', rebinding)).toMatchObject({ ok: true });
    expect(await send('http://shop.example/', rebinding)).toEqual({ ok: false, problem: 'private_address' });
  });

  it('does not follow a redirect', async () => {
    answer = `http://${PRIVATE}/`;
    expect(await send('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'redirected',
      httpStatus: 307,
    });
    expect(received).toBe(1);
  });

  it('fails when the server switches the protocol', async () => {
    answer = 'switch';
    expect(await send('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'unreachable',
    });
  });

  it('times out when the server never responds', async () => {
    answer = 'never';
    const signal = AbortSignal.timeout(200);
    expect(await send('http://shop.example/', network([PUBLIC]), signal)).toEqual({
      ok: false,
      problem: 'timed_out',
    });
  });
});
