import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { packageRoot } from '../src/package-root';
import { createRpcClient } from '../src/rpc/client';
import { errorOfStatus } from '../src/rpc/error-metadata';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer } from '../src/rpc/server';
import type { Handlers } from '../src/rpc/types';
import { silentLog } from '../src/testing/silent-log';

interface EchoDefinition {
  Echo: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
  Append: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
}

const service = loadService<EchoDefinition>(
  join(packageRoot('@headwater/kit'), 'test'),
  'echo.proto',
  'headwater.test.v1.Echo',
);

test('callers that cancel thousands of calls fail no call of others', async () => {
  const waiting: (() => void)[] = [];
  const Echo: Handlers<EchoDefinition>['Echo'] = ({ text }, { signal }) =>
    new Promise((resolve) => {
      const end = (): void => resolve({ text });
      signal.addEventListener('abort', end);
      waiting.push(end);
    });
  const server = await startRpcServer<EchoDefinition>({
    ...{ service, handlers: { Echo, Append: Echo }, host: '127.0.0.1', port: 0, log: silentLog() },
  });
  const client = createRpcClient({ service, address: `127.0.0.1:${server.port}` });
  try {
    const others: Promise<unknown>[] = [];
    for (let round = 0; round < 30; round++) {
      others.push(client.calls.Echo({ text: `${round}` }, { deadlineMs: 60_000 }));
      const caller = new AbortController();
      setMaxListeners(0, caller.signal);
      const cancelled = Array.from({ length: 100 }, () =>
        client.calls.Echo({ text: '' }, { deadlineMs: 60_000, signal: caller.signal }).catch(() => undefined),
      );
      await pause(20);
      caller.abort();
      await Promise.all(cancelled);
    }
    const ended = Promise.allSettled(others);
    const timer = setInterval(() => waiting.splice(0).forEach((end) => end()), 50);
    const results = await ended;
    clearInterval(timer);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  } finally {
    client.close();
    await server.stop(0);
  }
});

test('a call whose caller has left is cancelled before it is sent', async () => {
  const client = createRpcClient({ service, address: '127.0.0.1:1' });
  const call = client.calls.Echo({ text: '' }, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
  client.close();
});

test.each([
  ['Received RST_STREAM with code 2 triggered by internal client error: Session closed', 'unavailable'],
  ['Received nothing', 'internal'],
])('the error "%s" of gRPC means %s', (details, kind) => {
  const end = { code: status.INTERNAL, details, metadata: new Metadata() };
  expect(errorOfStatus(Object.assign(new Error(), end))).toMatchObject({ kind });
});
