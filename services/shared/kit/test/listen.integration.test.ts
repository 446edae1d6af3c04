import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { listen } from '../src/http/listen';

/** Longer than any test: a stop that ends earlier does so for another reason. */
const FOR_EVER_MS = 600_000;

const send = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response));
    }).on('error', reject);
  });

let agent: Agent;
beforeEach(() => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => agent.destroy());

const hello = () => createServer((_request, response) => response.end('hello'));

test('answers on an open connection while it stops, with Connection: close', async () => {
  const listener = await listen(hello(), '127.0.0.1', 0, { lingerMs: FOR_EVER_MS });
  const { port } = listener;
  expect((await send(port, agent)).headers.connection).toBe('keep-alive');
  const stopped = listener.stop();
  expect((await send(port, agent)).headers.connection).toBe('close');
  // The last connection is closed, so the stop need not linger.
  await stopped;
  await expect(send(port, agent)).rejects.toThrow('ECONNREFUSED');
});

test('keeps idle connections open for the given time', async () => {
  const listener = await listen(hello(), '127.0.0.1', 0, { keepAliveMs: 620_000 });
  expect((await send(listener.port, agent)).headers['keep-alive']).toBe('timeout=620');
  await listener.stop();
});

test('finishes a response in flight; without lingering it closes idle connections immediately', async () => {
  let received: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (received = resolve));
  const server = createServer((_request, response) => {
    received();
    setTimeout(() => response.end('late'), 50);
  });
  const listener = await listen(server, '127.0.0.1', 0);
  const { port } = listener;
  const late = send(port, agent);
  await sent;
  await listener.stop();
  expect((await late).statusCode).toBe(200);
});
