import { join } from 'node:path';
import type { MethodDefinition } from '@grpc/proto-loader';
import { AppError } from '../src/errors';
import { packageRoot } from '../src/package-root';
import { createRpcClient, type RpcClient } from '../src/rpc/client';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import type { DatabaseWork, RpcInterceptor, Streaming } from '../src/rpc/types';
import { silentLog } from '../src/testing/silent-log';

type EchoMethod = MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
type EchoDefinition = Streaming<{ Echo: EchoMethod; Recite: EchoMethod }, 'Recite'>;

const service = () =>
  loadService<EchoDefinition>(
    join(packageRoot('@headwater/kit'), 'test'),
    'echo.proto',
    'headwater.test.v1.Echo',
  );

let server: RpcServer;
let client: RpcClient<EchoDefinition>;
let events: string[];

/** Records when a call enters and leaves. */
const recording =
  (name: string): RpcInterceptor =>
  async (call, next) => {
    events.push(`${name} before ${call.method}${call.streaming ? ' stream' : ''}`);
    try {
      return await next();
    } finally {
      events.push(`${name} after ${call.method}`);
    }
  };

/** Replaces an unexpected error, and charges every other call. */
const mapping: RpcInterceptor = async (call, next) => {
  try {
    const result = await next();
    call.charge(3);
    call.reportDatabaseWork({ ms: 1.6, rows: 7 });
    return result;
  } catch {
    throw new AppError({
      kind: 'unavailable',
      code: 'upstream_unavailable',
      message: 'Down.',
      retryable: false,
    });
  }
};

const refusing: RpcInterceptor = (call, next) => {
  if (call.requestId === 'refused')
    throw new AppError({ kind: 'rate_limited', code: 'rate_limited', message: 'No.' });
  return next();
};

beforeAll(async () => {
  server = await startRpcServer<EchoDefinition>({
    service: service(),
    handlers: {
      Echo: ({ text }: { text: string }) => {
        events.push('handler');
        if (text === 'fail') throw new Error('connection lost');
        return Promise.resolve({ text });
      },
      Recite: async function* ({ text }: { text: string }) {
        for (const word of text.split(' ')) {
          await Promise.resolve();
          events.push(word);
          yield { text: word };
        }
      },
    },
    interceptors: [recording('outer'), recording('inner'), mapping, refusing],
    host: '127.0.0.1',
    port: 0,
    log: silentLog(),
  });
  client = createRpcClient({ service: service(), address: `127.0.0.1:${server.port}` });
});

afterAll(async () => {
  client.close();
  await server.stop();
});

beforeEach(() => {
  events = [];
});

test('wraps a unary call, the first interceptor outermost', async () => {
  let cost = 0;
  let work: DatabaseWork | undefined;
  await client.calls.Echo(
    { text: 'hi' },
    { onCost: (value) => (cost = value), onDatabaseWork: (value) => (work = value) },
  );
  expect(events).toEqual([
    'outer before Echo',
    'inner before Echo',
    'handler',
    'inner after Echo',
    'outer after Echo',
  ]);
  expect(cost).toBe(3);
  expect(work).toEqual({ ms: 2, rows: 7 });
});

test('wraps a stream until its last message was sent', async () => {
  for await (const _message of client.calls.Recite({ text: 'one two' }));
  expect(events).toEqual([
    'outer before Recite stream',
    'inner before Recite stream',
    'one',
    'two',
    'inner after Recite',
    'outer after Recite',
  ]);
});

test('maps the error of a handler', async () => {
  await expect(client.calls.Echo({ text: 'fail' })).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('ends a call without its handler when an interceptor throws synchronously', async () => {
  await expect(client.calls.Echo({ text: 'hi' }, { requestId: 'refused' })).rejects.toMatchObject({
    code: 'upstream_unavailable',
  });
  expect(events).not.toContain('handler');
});
