import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHangGuard, type HangGuard } from './hang-guard';
import { createClickhouse, isClickhouseUnreachable } from './clickhouse/client';
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

const neverTried = () => new Promise(() => undefined);

async function frozen(
  ping: (signal: AbortSignal) => Promise<unknown>,
  trial: () => Promise<unknown> = neverTried,
): Promise<[HangGuard, (answered: boolean) => void]> {
  const guard = createHangGuard('Postgres', { ping, pingTimeoutMs: 1_000, trial });
  const ended = guard.watch();
  const error = await waitFor('a refusal', () => refusal(guard), 20_000);
  expect(error).toMatchObject({ message: 'Postgres does not answer' });
  expect([isPostgresUnavailable(error), isClickhouseUnreachable(error)]).toEqual([true, true]);
  return [guard, ended];
}

// Each test has a guard of its own, and waits most of its time.
test.concurrent(
  'refuses calls while pings get no answer, and sends them after an answer',
  async () => {
    let isFrozen = true;
    const [guard, ended] = await frozen((signal) => (isFrozen ? forever(signal) : Promise.resolve()));
    isFrozen = false;
    await waitFor('a call to be sent', () => !refusal(guard), 20_000);
    ended(false);
  },
  60_000,
);

test.concurrent(
  'sends calls again after a call that is answered, although pings are not',
  async () => {
    const [guard, ended] = await frozen(forever);
    ended(true);
    expect(refusal(guard)).toBeUndefined();
  },
  60_000,
);

test.concurrent(
  'sends calls while others are answered, although pings are not',
  async () => {
    let pings = 0;
    const ping = (signal: AbortSignal): Promise<unknown> => {
      pings += 1;
      return forever(signal);
    };
    const guard = createHangGuard('Postgres', { ping, pingTimeoutMs: 1_000, trial: neverTried });
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
  },
  60_000,
);

test.concurrent(
  'refuses every call and sends trials of its own while the server hangs',
  async () => {
    let trials = 0;
    const [guard, ended] = await frozen(forever, () => {
      trials += 1;
      return Promise.reject(new Error('timed out'));
    });
    await waitFor(
      'two trials',
      () => {
        expect(refusal(guard)).toBeDefined();
        return trials === 2;
      },
      40_000,
    );
    ended(false);
  },
  80_000,
);

test.concurrent(
  'sends calls again after a trial that is answered, although pings are not',
  async () => {
    const [guard, ended] = await frozen(forever, () => Promise.resolve());
    await waitFor('a call to be sent', () => !refusal(guard), 40_000);
    ended(false);
  },
  80_000,
);

describe('a ClickHouse that hangs', () => {
  let server: Server;
  let clients: ReturnType<typeof createClickhouse>[];
  beforeEach(async () => {
    clients = [];
    server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    server.close();
  });
  const connectTo = (options: { readonly isRepeatable?: boolean } = {}) => {
    const { port } = server.address() as AddressInfo;
    const client = createClickhouse({
      clickhouseUrl: `http://127.0.0.1:${port}/d`,
      applicationName: 'test',
      requestTimeoutMs: 600_000,
      ...options,
    });
    clients.push(client);
    return client;
  };
  const insertWith = (client: ReturnType<typeof connectTo>, signal?: AbortSignal) =>
    client.insert({
      table: 't',
      values: [{ a: 1 }],
      format: 'JSONEachRow',
      ...(signal ? { abort_signal: signal } : {}),
    });
  const hang = { code: 'ETIMEDOUT', message: 'ClickHouse does not answer' };

  test('fails a query under way, and no statement with an effect', async () => {
    const client = connectTo();
    const cancelled = new AbortController();
    let isEnded = false;
    const inserted = insertWith(client, cancelled.signal)
      .catch(() => undefined)
      .finally(() => (isEnded = true));
    await expect(client.query({ query: 'SELECT 1' })).rejects.toMatchObject(hang);
    await expect(client.query({ query: 'SELECT 1' })).rejects.toMatchObject(hang);
    expect(isEnded).toBe(false);
    cancelled.abort();
    await inserted;
  }, 60_000);

  test('fails an insert under way that can be repeated, and then all calls of other clients', async () => {
    await expect(insertWith(connectTo({ isRepeatable: true }))).rejects.toMatchObject(hang);
    const sentAt = performance.now();
    await expect(insertWith(connectTo())).rejects.toMatchObject(hang);
    expect(performance.now() - sentAt).toBeLessThan(1_000);
  }, 60_000);
});

test.concurrent.each([
  ['answers', () => Promise.resolve()],
  ['refuses', () => Promise.reject(new Error('refused'))],
])(
  'sends calls while the server is slow but %s pings',
  async (_what, answer) => {
    let pings = 0;
    const ping = (): Promise<unknown> => {
      pings += 1;
      return answer();
    };
    const guard = createHangGuard('ClickHouse', { ping, pingTimeoutMs: 1_000, trial: neverTried });
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
