import { join } from 'node:path';
import type { MethodDefinition } from '@grpc/proto-loader';
import { AppError } from '../src/errors';
import { packageRoot } from '../src/package-root';
import { createRpcClient, type RpcClient } from '../src/rpc/client';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import type { CallContext, Client } from '../src/rpc/types';
import { silentLog } from '../src/testing/silent-log';

type EchoMethod = MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
interface EchoDefinition {
  Echo: EchoMethod;
  Append: EchoMethod;
}

const unavailable = (): AppError =>
  new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'The database is down.' });

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server with a client; `handle` answers both methods. */
async function startHop(
  handle: (text: string, call: CallContext) => Promise<string>,
): Promise<Client<EchoDefinition>> {
  const service = () =>
    loadService<EchoDefinition>(
      join(packageRoot('@headwater/kit'), 'test'),
      'echo.proto',
      'headwater.test.v1.Echo',
    );
  const answer = async ({ text }: { text: string }, call: CallContext) => ({
    text: await handle(text, call),
  });
  const server: RpcServer = await startRpcServer<EchoDefinition>({
    service: service(),
    handlers: { Echo: answer, Append: answer },
    host: '127.0.0.1',
    port: 0,
    log: silentLog(),
  });
  const client: RpcClient<EchoDefinition> = createRpcClient({
    service: service(),
    address: `127.0.0.1:${server.port}`,
  });
  closers.push(
    () => server.stop(0),
    () => client.close(),
  );
  return client.calls;
}

test('retries a method that its proto declares idempotent, and no other', async () => {
  const received: string[] = [];
  const calls = await startHop((text) => {
    received.push(text);
    return received.filter((one) => one === text).length === 1
      ? Promise.reject(unavailable())
      : Promise.resolve('done');
  });
  await expect(calls.Echo({ text: 'a' })).resolves.toEqual({ text: 'done' });
  await expect(calls.Append({ text: 'b' })).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(received).toEqual(['a', 'a', 'b']);
});

test('sends at most 1.2 attempts per call on average while every call fails', async () => {
  let attempts = 0;
  const calls = await startHop(() => {
    attempts++;
    return Promise.reject(unavailable());
  });
  const CALLS = 300;
  for (let call = 0; call < CALLS; call++)
    await expect(calls.Echo({ text: 'x' })).rejects.toMatchObject({ kind: 'unavailable' });
  expect(attempts / CALLS).toBeLessThanOrEqual(1.2);
});

test('retries all calls in flight when a replica crashes', async () => {
  const received = new Set<string>();
  const calls = await startHop((text) => {
    const isFirst = !received.has(text);
    received.add(text);
    return isFirst ? Promise.reject(unavailable()) : Promise.resolve('done');
  });
  const texts = Array.from({ length: 40 }, (_, n) => String(n));
  await expect(Promise.all(texts.map((text) => calls.Echo({ text })))).resolves.toHaveLength(40);
});

test('does not multiply the retries of two hops', async () => {
  let attempts = 0;
  const back = await startHop(() => {
    attempts++;
    return Promise.reject(unavailable());
  });
  let forwarded = 0;
  const front = await startHop(async (text) => {
    forwarded++;
    return (await back.Echo({ text })).text;
  });
  await expect(front.Echo({ text: 'x' })).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(forwarded).toBe(1);
  expect(attempts).toBeLessThanOrEqual(4);
});

test('retries again once calls succeed', async () => {
  let isDown = true;
  let attempts = 0;
  const calls = await startHop(() => {
    attempts++;
    return isDown ? Promise.reject(unavailable()) : Promise.resolve('done');
  });
  for (let call = 0; call < 60; call++) await calls.Echo({ text: 'x' }).catch(() => undefined);
  isDown = false;
  for (let call = 0; call < 700; call++) await calls.Echo({ text: 'x' });
  attempts = 0;
  isDown = true;
  await calls.Echo({ text: 'x' }).catch(() => undefined);
  expect(attempts).toBeGreaterThan(1);
});

test('sends one operation id with all attempts of a call, and another with the next call', async () => {
  const ids: (string | undefined)[] = [];
  const calls = await startHop((_text, { operationId }) => {
    ids.push(operationId);
    return ids.length === 1 ? Promise.reject(unavailable()) : Promise.resolve('done');
  });
  await calls.Echo({ text: 'x' });
  await calls.Echo({ text: 'x' });
  await calls.Echo({ text: 'x' }, { operationId: 'given' });
  await calls.Append({ text: 'x' });
  expect(ids).toEqual([expect.any(String), ids[0], expect.any(String), 'given', expect.any(String)]);
  expect(new Set(ids).size).toBe(4);
});
