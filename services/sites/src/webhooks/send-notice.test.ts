import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../domain/detection/public-address';
import type { Network } from '../outside/network';
import { sendNotice } from './send-notice';

/** Stands for a public server. */
const PUBLIC = '127.0.0.1';
/** Where the canary sits: nobody may come. */
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

/** Names lead to what is given, turn by turn, the last for good; address literals to themselves. */
function network(...turns: (readonly string[])[]): Network {
  let asked = 0;
  return {
    addressesOf: (host) => {
      if (/^[\d.]+$|:/.test(host)) return Promise.resolve([host]);
      asked += 1;
      return Promise.resolve(turns[Math.min(asked, turns.length) - 1] ?? []);
    },
    // The real rule, with one hole: the stand-in for a public server.
    mayVisit: (address) => address === PUBLIC || isPublicAddress(address),
    portOf: () => port,
  };
}
const send = (url: string, via: Network, signal = AbortSignal.timeout(30_000)) =>
  sendNotice(
    {
      url,
      secrets: () => [`whsec_${Buffer.alloc(32).toString('base64')}`],
      notice: { id: 'msg_1', type: 'site.deleted', at: 0, data: {} },
    },
    { network: via, at: 0, signal },
  );

describe('sending a notice', () => {
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
  ])('connects to nothing at %s that leads to %j', async (url, addresses) => {
    expect(await send(url, network(addresses))).toEqual({ ok: false, problem: 'private_address' });
    expect(received).toBe(0);
  });

  it('connects to the address that was checked when DNS says another one right after', async () => {
    const rebinding = network([PUBLIC], [PRIVATE]);
    expect(await send('http://shop.example/', rebinding)).toMatchObject({ ok: true });
    expect(await send('http://shop.example/', rebinding)).toEqual({ ok: false, problem: 'private_address' });
  });

  it('follows no redirect', async () => {
    answer = `http://${PRIVATE}/`;
    expect(await send('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'redirected',
      httpStatus: 307,
    });
    expect(received).toBe(1);
  });

  it('is not held up by a server that answers with another protocol', async () => {
    answer = 'switch';
    expect(await send('http://shop.example/', network([PUBLIC]))).toEqual({
      ok: false,
      problem: 'unreachable',
    });
  });

  it('gives up a server that never answers', async () => {
    answer = 'never';
    const soon = AbortSignal.timeout(200);
    expect(await send('http://shop.example/', network([PUBLIC]), soon)).toEqual({
      ok: false,
      problem: 'timed_out',
    });
  });
});
