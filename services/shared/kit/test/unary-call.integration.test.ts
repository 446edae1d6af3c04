import { once } from 'node:events';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { packageRoot } from '../src/package-root';
import { loadService } from '../src/rpc/load-service';
import { callUnary } from '../src/rpc/unary-call';

// `callUnary` uses the channel of grpc-js below its documented API. If these tests fail with a new version of grpc-js but
// makeUnaryRequest works, adapt src/rpc/unary-call.ts.

type EchoCall = ServerUnaryCall<{ text: string }, { text: string }>;

const { Echo } = loadService<{
  Echo: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
}>(join(packageRoot('@headwater/kit'), 'test'), 'echo.proto', 'headwater.test.v1.Echo').definition;

interface Ended {
  readonly error: ServiceError | undefined;
  readonly answer: object | undefined;
  readonly trailer: Metadata;
}

let server: Server;
let client: Client;
let handler: (call: EchoCall, done: sendUnaryData<{ text: string }>) => void;

beforeAll(async () => {
  server = new Server();
  server.addService(
    { Echo },
    { Echo: (call: EchoCall, done: sendUnaryData<{ text: string }>) => handler(call, done) },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterAll(() => {
  client.close();
  server.forceShutdown();
});

const trailerOf = (value: string): Metadata => {
  const trailer = new Metadata();
  trailer.set('x-said', value);
  return trailer;
};

function call(deadlineMs = 30_000): { cancel: () => void; ended: Promise<Ended> } {
  const metadata = new Metadata();
  metadata.set('x-sent', 'politely');
  let cancel = (): void => undefined;
  const ended = new Promise<Ended>((resolve) => {
    cancel = callUnary(client.getChannel(), {
      method: Echo,
      ...{ request: { text: 'hi' }, metadata, deadline: Date.now() + deadlineMs },
      onEnd: (error, answer, trailer) => resolve({ error, answer, trailer }),
    });
  });
  return { cancel, ended };
}

test('sends metadata and message, and receives the response and its trailer', async () => {
  handler = (call, done) =>
    done(null, { text: `${call.request.text} ${String(call.metadata.get('x-sent'))}` }, trailerOf('bye'));
  const { error, answer, trailer } = await call().ended;
  expect(error).toBeUndefined();
  expect(answer).toEqual({ text: 'hi politely' });
  expect(trailer.get('x-said')).toEqual(['bye']);
});

test('receives an error with its code, details and trailer', async () => {
  handler = (_call, done) =>
    done({ code: status.ALREADY_EXISTS, details: 'there is one', metadata: trailerOf('no') });
  const { error, answer, trailer } = await call().ended;
  expect(error).toMatchObject({ code: status.ALREADY_EXISTS, details: 'there is one' });
  expect(error?.metadata.get('x-said')).toEqual(['no']);
  expect(trailer.get('x-said')).toEqual(['no']);
  expect(answer).toBeUndefined();
});

test('ends at its deadline and cancels the server side', async () => {
  const cancelled = new Promise<void>(
    (resolve) => (handler = (call) => void call.once('cancelled', resolve)),
  );
  expect((await call(100).ended).error).toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await cancelled;
});

test('cancels the server side when it is cancelled', async () => {
  const arrived = new Promise<EchoCall>((resolve) => (handler = resolve));
  const { cancel, ended } = call();
  const cancelled = once(await arrived, 'cancelled');
  cancel();
  expect((await ended).error).toMatchObject({ code: status.CANCELLED });
  await cancelled;
});

/** Calls and waits for the response. @returns weak references to the caller and the response, which only the call may retain */
async function callAndForget() {
  let cancel: (() => void) | undefined;
  const caller = { answer: {} };
  await new Promise<void>((resolve, reject) => {
    cancel = callUnary(client.getChannel(), {
      method: Echo,
      ...{ request: { text: 'hi' }, metadata: new Metadata(), deadline: Date.now() + 30_000 },
      onEnd: (error, answer) => {
        if (error) return reject(error);
        caller.answer = answer ?? {};
        resolve();
      },
    });
  });
  expect(caller.answer).toEqual({ text: 'hi' });
  return { cancel, caller: new WeakRef(caller), answer: new WeakRef(caller.answer) };
}

test('releases the caller and the response when it has ended', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  handler = (call, done) => done(null, call.request);
  const { cancel, caller, answer } = await callAndForget();
  // WeakRef keeps a dereferenced target until the current job ends.
  await new Promise(setImmediate);
  collect();
  expect({ caller: caller.deref(), answer: answer.deref() }).toEqual({
    caller: undefined,
    answer: undefined,
  });
  cancel?.();
});
