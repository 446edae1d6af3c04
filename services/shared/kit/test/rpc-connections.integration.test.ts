import { promises as dns } from 'node:dns';
import { EventEmitter, once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MethodDefinition } from '@grpc/proto-loader';
import { packageRoot } from '../src/package-root';
import { createRpcClient } from '../src/rpc/client';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import { rpcTrust } from '../src/rpc/trust';
import { logSkipped } from '../src/testing/program';
import { silentLog } from '../src/testing/silent-log';

// Connection ages and DNS re-resolution use grpc-js's own timers. The timers are faked, the network is real.

interface EchoDefinition {
  Echo: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
  Append: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
}

const MINUTE = 60_000;

const service = loadService<EchoDefinition>(
  join(packageRoot('@headwater/kit'), 'test'),
  'echo.proto',
  'headwater.test.v1.Echo',
);

let server: RpcServer;
let session: ClientHttp2Session | undefined;

const startEcho = async (Echo: () => Promise<{ text?: string }>): Promise<void> => {
  server = await startRpcServer<EchoDefinition>({
    ...{ service, handlers: { Echo, Append: Echo }, host: '127.0.0.1', port: 0, log: silentLog() },
  });
};

const openSession = (): ClientHttp2Session => {
  session = connect(`http://127.0.0.1:${server.port}`);
  session.on('error', () => undefined); // the test cuts it
  return session;
};

const callOver = (session: ClientHttp2Session): ClientHttp2Stream => {
  const stream = session.request({
    ...{ ':method': 'POST', ':path': service.definition.Echo.path, te: 'trailers' },
    'content-type': 'application/grpc',
  });
  stream.on('error', () => undefined);
  stream.end(Buffer.alloc(5)); // one empty message
  return stream;
};

/** Like `waitFor`, without a timer. */
const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  });
});

afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  session?.destroy();
  session = undefined;
  await server.stop(0);
});

/** Waits until all earlier data has arrived: the reply to the first ping may overtake it, the second cannot. */
const roundTrips = async (session: ClientHttp2Session): Promise<void> => {
  for (let ping = 0; ping < 2; ping += 1)
    await new Promise<void>((resolve, reject) => {
      session.ping((error) => (error ? reject(error) : resolve()));
    });
};

test('a server closes each connection after about a minute, so that clients discover new replicas', async () => {
  await startEcho(() => Promise.resolve({}));
  const session = openSession();
  await once(session, 'remoteSettings');
  let received = false;
  session.once('goaway', () => (received = true));
  // 55 to 65 s, plus or minus grpc-js's jitter of 10 %.
  jest.advanceTimersByTime(49_000);
  await roundTrips(session);
  expect(received).toBe(false);
  const ended = once(session, 'close');
  jest.advanceTimersByTime(23_000);
  await ended;
  expect(received).toBe(true);
});

test('calls in flight may outlive their connection by four hours', async () => {
  const calls = new EventEmitter();
  let begun = 0;
  await startEcho(async () => {
    begun += 1;
    await once(calls, `answer ${begun}`);
    return { text: 'late' };
  });
  const session = openSession();
  const [answered, cut] = [callOver(session), callOver(session)];
  await until(() => begun === 2);
  const goaway = once(session, 'goaway');
  jest.advanceTimersByTime(72_000);
  await goaway;
  jest.advanceTimersByTime(238 * MINUTE);
  const answer = once(answered, 'data');
  calls.emit('answer 1');
  await answer;
  const end = once(cut, 'close');
  jest.advanceTimersByTime(2 * MINUTE);
  await end;
  calls.emit('answer 2');
});

test('a client resolves a lost name again, at most every five seconds', async () => {
  const lookup = jest
    .spyOn(dns, 'lookup')
    .mockImplementation(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) as never);
  jest.spyOn(dns, 'resolveTxt').mockRejectedValue(new Error('none'));
  await startEcho(() => Promise.resolve({ text: 'there' }));
  const client = createRpcClient({ service, address: `dns:///replicas.test:${server.port}` });
  await expect(client.calls.Append({})).resolves.toMatchObject({ text: 'there' });
  expect(lookup).toHaveBeenCalledTimes(1);
  await server.stop();
  // Append is not retried: retries would wait for the fake timers. After the first failure the name has to be resolved again.
  for (let call = 0; call < 3; call += 1)
    await expect(client.calls.Append({})).rejects.toMatchObject({ kind: 'unavailable' });
  jest.advanceTimersByTime(4_900);
  expect(lookup).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(200);
  expect(lookup).toHaveBeenCalledTimes(2);
  client.close();
});

test('no call fails when the only known replica stops, while the name service answers slowly', async () => {
  jest.useRealTimers();
  const found = [{ address: '127.0.0.1', family: 4 }];
  jest.spyOn(dns, 'lookup').mockImplementation(async () => {
    await pause(700);
    return [...found] as never;
  });
  jest.spyOn(dns, 'resolveTxt').mockRejectedValue(new Error('none'));
  const start = (host: string, port: number): Promise<RpcServer> => {
    const answer = () => Promise.resolve({ text: host });
    const handlers = { Echo: answer, Append: answer };
    return startRpcServer<EchoDefinition>({
      ...{ service, handlers, host, port, log: silentLog(), trust, lingerMs: 1_500 },
    });
  };
  const trust = rpcTrust({ rpcToken: 'sixteen-or-more-characters' });
  const old = await start('127.0.0.1', 0);
  const client = createRpcClient({ service, address: `dns:///replicas.test:${old.port}`, trust });
  await expect(client.calls.Echo({})).resolves.toMatchObject({ text: '127.0.0.1' });
  // The client resolves the name at most every five seconds.
  await pause(5_100);
  server = await start('127.0.0.2', old.port);
  found.push({ address: '127.0.0.2', family: 4 });
  const stopped = old.stop();
  const answers: (string | undefined)[] = [];
  for (const until = Date.now() + 3_000; Date.now() < until; await pause(5))
    answers.push((await client.calls.Echo({})).text);
  await stopped;
  expect(new Set(answers)).toEqual(new Set(['127.0.0.1', '127.0.0.2']));
  expect(answers.at(-1)).toBe('127.0.0.2');
  client.close();
}, 30_000);

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIPv6 = addresses.some(({ address }) => address === '::1');
if (!hasIPv6) logSkipped('listening on IPv6, which this machine does not have');

test.each(['127.0.0.1', 'localhost', '0.0.0.0', ...(hasIPv6 ? ['::'] : [])])(
  'a stopping server on %s ends its connections first, and accepts new ones meanwhile',
  async (host) => {
    jest.useRealTimers();
    const answer = () => Promise.resolve({ text: 'there' });
    const trust = rpcTrust({ rpcToken: 'sixteen-or-more-characters' });
    server = await startRpcServer<EchoDefinition>({
      ...{ service, handlers: { Echo: answer, Append: answer }, host, port: 0, log: silentLog(), trust },
      lingerMs: 5_000,
    });
    const open = openSession();
    await once(open, 'connect');
    const [ended, stopped] = [once(open, 'goaway'), server.stop()];
    await ended;
    const client = createRpcClient({ service, address: `127.0.0.1:${server.port}`, trust });
    await expect(client.calls.Echo({})).resolves.toMatchObject({ text: 'there' });
    client.close();
    await stopped;
  },
);

(hasIPv6 ? test : test.skip)(
  'a server listens on an address of IPv6, as pods of a cluster that has no other',
  async () => {
    jest.useRealTimers();
    const answer = () => Promise.resolve({ text: 'there' });
    const handlers = { Echo: answer, Append: answer };
    const trust = rpcTrust({ rpcToken: 'sixteen-or-more-characters' });
    server = await startRpcServer<EchoDefinition>({
      ...{ service, handlers, host: '::', port: 0, log: silentLog(), trust },
    });
    for (const address of ['[::1]', '127.0.0.1']) {
      const client = createRpcClient({ service, address: `${address}:${server.port}`, trust });
      await expect(client.calls.Echo({})).resolves.toMatchObject({ text: 'there' });
      client.close();
    }
  },
);
