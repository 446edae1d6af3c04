import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { AppError } from '../errors';
import { waitFor } from '../testing/wait-for';
import { type BodyBudget, createBodyBudget } from './body-budget';
import { listen } from './listen';
import { limitConnections, type ConnectionLimits } from './limit-connections';
import { readBody } from './read-body';

/** A client that collects the response. */
function open(port: number, localAddress: string, send = ''): { socket: Socket; received: () => string } {
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('data', (data) => (received += data.toString())).on('error', () => undefined);
  if (send !== '') socket.write(send);
  return { socket, received: () => received };
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server whose requests wait for the test. */
async function serverOf(limits: Partial<ConnectionLimits>) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response));
  limitConnections(server, { max: 100, maxPerAddress: 2, trustedProxies: ['192.0.2.1'], ...limits });
  const listener = await listen(server, '127.0.0.1', 0);
  const sockets: Socket[] = [];
  const client = async (address: string, send = '') => {
    const one = open(listener.port, address, send);
    sockets.push(one.socket);
    await waitFor('the connection', () => one.socket.readyState === 'open' || one.socket.destroyed);
    return one;
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await listener.stop(0);
  };
  return { client, waiting, stop };
}

describe('pipelined requests', () => {
  it('are served', async () => {
    const { client, waiting, stop } = await serverOf({});
    const { received } = await client('127.0.0.2', REQUEST.repeat(10));
    await waitFor('the requests', () => waiting.length === 10);
    for (const response of waiting) response.end('served');
    await waitFor('the responses', () => received().split('served').length === 11);
    await stop();
  });

  it('beyond the limit close the connection, and their handlers do not run', async () => {
    const { client, waiting, stop } = await serverOf({});
    const { socket } = await client('127.0.0.2', REQUEST.repeat(1_000));
    await waitFor('the end of the connection', () => socket.destroyed);
    expect(waiting).toHaveLength(10);
    await stop();
  });

  it('one after the other are not limited', async () => {
    const { client, waiting, stop } = await serverOf({});
    const { socket, received } = await client('127.0.0.2');
    for (let n = 1; n <= 30; n += 1) {
      socket.write(REQUEST);
      await waitFor('the request', () => waiting.length === n);
      waiting.at(-1)?.end('served');
      await waitFor('the response', () => received().split('served').length === n + 1);
    }
    await stop();
  });
});

describe('connections of one address', () => {
  it('beyond the limit close the oldest idle one', async () => {
    const { client, waiting, stop } = await serverOf({});
    const idle = await client('127.0.0.2');
    const partial = await client('127.0.0.2', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    await waitFor('the request', () => waiting.length === 1);
    const third = await client('127.0.0.2', REQUEST);
    await waitFor('the first to be closed', () => idle.socket.destroyed);
    const fourth = await client('127.0.0.2', REQUEST);
    await waitFor('the second to be closed', () => partial.socket.destroyed);
    await waitFor('both requests', () => waiting.length === 3);
    for (const response of waiting) response.end('served');
    for (const { received } of [third, fourth])
      await waitFor('the response', () => received().includes('served'));
    await stop();
  });

  it('are refused with 429 while all wait for responses; other addresses are served', async () => {
    const { client, waiting, stop } = await serverOf({});
    for (let n = 0; n < 2; n += 1) await client('127.0.0.2', REQUEST);
    await waitFor('both requests', () => waiting.length === 2);
    const refused = await client('127.0.0.2', REQUEST);
    await waitFor('the refusal', () => refused.received().endsWith('}'));
    expect(refused.received()).toMatch(/^HTTP\/1.1 429 [^]*Retry-After: 1\r\n[^]*"code":"rate_limited"/);
    await client('127.0.0.3', REQUEST);
    await waitFor('the request of the other address', () => waiting.length === 3);
    await stop();
  });

  it.each([
    ['a private peer, if no proxy is configured', []],
    ['a configured proxy', ['127.0.0.0/8']],
  ])('are not limited for %s', async (_what, trustedProxies) => {
    const { client, waiting, stop } = await serverOf({ trustedProxies });
    for (let n = 0; n < 5; n += 1) await client('127.0.0.2', REQUEST);
    await waitFor('all requests', () => waiting.length === 5);
    await stop();
  });
});

describe('connections of all addresses', () => {
  it('beyond the limit are refused with 503 while all wait for responses', async () => {
    const { client, waiting, stop } = await serverOf({ max: 2 });
    await client('127.0.0.2', REQUEST);
    const idle = await client('127.0.0.3');
    await client('127.0.0.4', REQUEST);
    await waitFor('the idle one to be closed', () => idle.socket.destroyed);
    await waitFor('both requests', () => waiting.length === 2);
    const refused = await client('127.0.0.5', REQUEST);
    await waitFor('the refusal', () => refused.received().endsWith('}'));
    expect(refused.received()).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: 1\r\n/);
    await stop();
  });
});

describe('the memory of bodies', () => {
  it('evicts the bodies that have been arriving for the longest time', async () => {
    const inner = createBodyBudget(1_000);
    let received = 0;
    const budget: BodyBudget = {
      open: (evict) => {
        const body = inner.open(evict);
        return { ...body, add: (bytes) => (body.add(bytes), void (received += bytes)) };
      },
    };
    const read = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        const { length } = await readBody({ request, response }, { maxBytes: 900, budget });
        response.end(`read ${length}`);
      } catch (error) {
        const { kind, retryAfterSeconds } = error as AppError;
        response.writeHead(503).end(`${kind} ${retryAfterSeconds ?? ''}`);
      }
    };
    const listener = await listen(
      createServer((request, response) => void read(request, response)),
      '127.0.0.1',
      0,
    );
    const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
    const slow = open(listener.port, '127.0.0.1', head(800) + 'x'.repeat(700));
    await waitFor('the slow body', () => received === 700);
    const honest = open(listener.port, '127.0.0.1', head(500) + 'x'.repeat(500));
    await waitFor('the honest response', () => honest.received().endsWith('read 500'));
    await waitFor('the eviction', () => slow.received().includes('unavailable 1'));
    const next = open(listener.port, '127.0.0.1', head(900) + 'x'.repeat(900));
    await waitFor('the next response', () => next.received().endsWith('read 900'));
    for (const { socket } of [slow, honest, next]) socket.destroy();
    await listener.stop(0);
  });
});
