import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHangGuard } from './hang-guard';
import { isClickhouseUnreachable } from './clickhouse/client';
import { isPostgresUnavailable } from './pg/unavailable';
import { pingPostgres } from './pg/traced-pool';
import { waitFor } from './testing/wait-for';

const forever = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('rejects calls while pings get no answer, and accepts them after an answer', async () => {
  let isFrozen = true;
  const guard = createHangGuard('Postgres', (signal) => (isFrozen ? forever(signal) : Promise.resolve()));
  let finish = (): void => undefined;
  const slow = guard.run(() => new Promise<string>((resolve) => (finish = () => resolve('late'))));
  const error = await waitFor('a rejection', () => caught(guard.run(() => Promise.resolve())), 20_000);
  expect(error).toMatchObject({ message: 'Postgres does not answer' });
  expect([isPostgresUnavailable(error), isClickhouseUnreachable(error)]).toEqual([true, true]);
  finish();
  expect(await slow).toBe('late');
  isFrozen = false;
  await waitFor('an accepted call', async () => !(await caught(guard.run(() => Promise.resolve()))), 20_000);
}, 60_000);

test.each([
  ['answers', () => Promise.resolve()],
  ['refuses', () => Promise.reject(new Error('refused'))],
])(
  'accepts calls while the server is slow but %s pings',
  async (_what, answer) => {
    let pings = 0;
    const guard = createHangGuard('ClickHouse', () => {
      pings += 1;
      return answer();
    });
    const ended = guard.watch();
    await waitFor('a ping', () => pings > 0, 20_000);
    expect(await guard.run(() => Promise.resolve(1))).toBe(1);
    ended();
  },
  30_000,
);

describe('a ping of Postgres', () => {
  let server: Server;
  let onConnection: (socket: Socket) => void;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const ping = (signal: AbortSignal): Promise<void> =>
    pingPostgres(`postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/d`, signal);

  test('sends the request for TLS, and ends with the first byte', async () => {
    onConnection = (socket) =>
      socket.on('data', (data) => data.equals(Buffer.from('0000000804d2162f', 'hex')) && socket.write('N'));
    await ping(AbortSignal.timeout(20_000));
  });

  test('ends with its signal if nothing arrives', async () => {
    onConnection = () => undefined;
    await expect(ping(AbortSignal.timeout(50))).rejects.toThrow();
  });
});
