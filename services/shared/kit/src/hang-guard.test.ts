import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHangGuard, type HangGuard } from './hang-guard';
import { isClickhouseUnreachable } from './clickhouse/client';
import { isPostgresUnavailable } from './pg/unavailable';
import { pingPostgres } from './pg/traced-pool';
import { waitFor } from './testing/wait-for';

const forever = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

/** The error of a call at this time; undefined if the call is sent. */
function refusal(guard: HangGuard): unknown {
  try {
    guard.admit();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function frozen(
  ping: (signal: AbortSignal) => Promise<unknown>,
): Promise<[HangGuard, (answered: boolean) => void]> {
  const guard = createHangGuard('Postgres', ping);
  const ended = guard.watch();
  const error = await waitFor('a refusal', () => refusal(guard), 20_000);
  expect(error).toMatchObject({ message: 'Postgres does not answer' });
  expect([isPostgresUnavailable(error), isClickhouseUnreachable(error)]).toEqual([true, true]);
  return [guard, ended];
}

test('refuses calls while pings get no answer, and sends them after an answer', async () => {
  let isFrozen = true;
  const [guard, ended] = await frozen((signal) => (isFrozen ? forever(signal) : Promise.resolve()));
  isFrozen = false;
  await waitFor('a call to be sent', () => !refusal(guard), 20_000);
  ended(false);
}, 60_000);

test('sends calls again after a call that is answered, although pings are not', async () => {
  const [guard, ended] = await frozen(forever);
  ended(true);
  expect(refusal(guard)).toBeUndefined();
}, 60_000);

test('sends calls while others are answered, although pings are not', async () => {
  let pings = 0;
  const guard = createHangGuard('Postgres', (signal) => {
    pings += 1;
    return forever(signal);
  });
  const slow = guard.watch();
  await waitFor(
    'a second ping',
    () => {
      expect(refusal(guard)).toBeUndefined();
      guard.watch()(true);
      return pings > 1;
    },
    30_000,
  );
  slow(true);
}, 60_000);

test('sends one call in an interval while the server seems to hang', async () => {
  const [guard, ended] = await frozen(forever);
  await waitFor('a call to be sent', () => !refusal(guard), 20_000);
  expect(refusal(guard)).toBeDefined();
  ended(true);
}, 60_000);

test.each([
  ['answers', () => Promise.resolve()],
  ['refuses', () => Promise.reject(new Error('refused'))],
])(
  'sends calls while the server is slow but %s pings',
  async (_what, answer) => {
    let pings = 0;
    const guard = createHangGuard('ClickHouse', () => {
      pings += 1;
      return answer();
    });
    const ended = guard.watch();
    await waitFor('a ping', () => pings > 0, 20_000);
    expect(refusal(guard)).toBeUndefined();
    ended(true);
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
