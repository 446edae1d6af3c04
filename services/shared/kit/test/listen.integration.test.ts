import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { listen } from '../src/http/listen';

/** Longer than any test takes: that a stop ends is then for another reason. */
const FOR_EVER_MS = 600_000;

const ask = (port: number, agent: Agent): Promise<IncomingMessage> =>
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

test('a stopping server answers on an open connection once more, and says that it was the last time', async () => {
  const listener = await listen(hello(), '127.0.0.1', 0, { lingerMs: FOR_EVER_MS });
  const { port } = listener;
  expect((await ask(port, agent)).headers.connection).toBe('keep-alive');
  const stopped = listener.stop();
  expect((await ask(port, agent)).headers.connection).toBe('close');
  // The last connection has gone, so there is nothing to linger for.
  await stopped;
  await expect(ask(port, agent)).rejects.toThrow('ECONNREFUSED');
});

test('an answer under way is given, and without lingering idle connections go at once', async () => {
  let heard: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (heard = resolve));
  const server = createServer((_request, response) => {
    heard();
    setTimeout(() => response.end('late'), 50);
  });
  const listener = await listen(server, '127.0.0.1', 0);
  const { port } = listener;
  const late = ask(port, agent);
  await asked;
  await listener.stop();
  expect((await late).statusCode).toBe(200);
});
