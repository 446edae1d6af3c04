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
import { askForOne } from '../src/rpc/one-answer';

// `askForOne` speaks to a channel of grpc-js beneath its documented calls. Where a version of grpc-js fails here, and
// makeUnaryRequest does not, it is this that has changed: see src/rpc/one-answer.ts.

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

function ask(deadlineMs = 30_000): { cancel: () => void; ended: Promise<Ended> } {
  const metadata = new Metadata();
  metadata.set('x-asked', 'politely');
  let cancel = (): void => undefined;
  const ended = new Promise<Ended>((resolve) => {
    cancel = askForOne(client.getChannel(), {
      method: Echo,
      ...{ request: { text: 'hi' }, metadata, deadline: Date.now() + deadlineMs },
      ended: (error, answer, trailer) => resolve({ error, answer, trailer }),
    });
  });
  return { cancel, ended };
}

test('brings metadata and message there, and the answer and its trailer back', async () => {
  handler = (call, done) =>
    done(null, { text: `${call.request.text} ${String(call.metadata.get('x-asked'))}` }, trailerOf('bye'));
  const { error, answer, trailer } = await ask().ended;
  expect(error).toBeUndefined();
  expect(answer).toEqual({ text: 'hi politely' });
  expect(trailer.get('x-said')).toEqual(['bye']);
});

test('brings a failure back with its code, details and trailer', async () => {
  handler = (_call, done) =>
    done({ code: status.ALREADY_EXISTS, details: 'there is one', metadata: trailerOf('no') });
  const { error, answer, trailer } = await ask().ended;
  expect(error).toMatchObject({ code: status.ALREADY_EXISTS, details: 'there is one' });
  expect(error?.metadata.get('x-said')).toEqual(['no']);
  expect(trailer.get('x-said')).toEqual(['no']);
  expect(answer).toBeUndefined();
});

test('ends at its deadline, and the other end is told', async () => {
  const told = new Promise<void>((resolve) => (handler = (call) => void call.once('cancelled', resolve)));
  expect((await ask(100).ended).error).toMatchObject({ code: status.DEADLINE_EXCEEDED });
  await told;
});

test('ends when it is cancelled, and the other end is told', async () => {
  const arrived = new Promise<EchoCall>((resolve) => (handler = resolve));
  const { cancel, ended } = ask();
  const told = once(await arrived, 'cancelled');
  cancel();
  expect((await ended).error).toMatchObject({ code: status.CANCELLED });
  await told;
});

/** Asks and waits for the answer. @returns the call, and whoever asked and was answered, whom only the call may still hold */
async function askAndForget() {
  let cancel: (() => void) | undefined;
  const asker = { answer: {} };
  await new Promise<void>((resolve, reject) => {
    cancel = askForOne(client.getChannel(), {
      method: Echo,
      ...{ request: { text: 'hi' }, metadata: new Metadata(), deadline: Date.now() + 30_000 },
      ended: (error, answer) => {
        if (error) return reject(error);
        asker.answer = answer ?? {};
        resolve();
      },
    });
  });
  expect(asker.answer).toEqual({ text: 'hi' });
  return { cancel, asker: new WeakRef(asker), answer: new WeakRef(asker.answer) };
}

test('lets go of who asked and of the answer when it has ended', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  handler = (call, done) => done(null, call.request);
  const { cancel, asker, answer } = await askAndForget();
  // What was looked at lives on until the turn ends.
  await new Promise(setImmediate);
  collect();
  expect({ asker: asker.deref(), answer: answer.deref() }).toEqual({ asker: undefined, answer: undefined });
  cancel?.();
});
