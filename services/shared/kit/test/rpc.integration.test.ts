import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';
import { protoPath as healthProto } from 'grpc-health-check';
import { AppError } from '../src/errors';
import { packageRoot } from '../src/package-root';
import { createRpcClient, type RpcClient } from '../src/rpc/client';
import { isUnimplemented } from '../src/rpc/error-metadata';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import type { CallContext } from '../src/rpc/types';
import { silentLog } from '../src/testing/silent-log';
import { waitFor } from '../src/testing/wait-for';

interface EchoDefinition {
  Echo: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
}

interface HealthPackage {
  Health: ServiceClientConstructor;
}

interface HealthClient {
  check(request: { service: string }, done: (error: Error | null, answer?: unknown) => void): void;
  close(): void;
}

const echo = () =>
  loadService<EchoDefinition>(
    join(packageRoot('@headwater/kit'), 'test'),
    'echo.proto',
    'headwater.test.v1.Echo',
  );

let server: RpcServer;
let client: RpcClient<EchoDefinition>;
let handler: (request: { text: string }, call: CallContext) => Promise<{ text?: string }>;

const startOn = (port: number) =>
  startRpcServer<EchoDefinition>({
    service: echo(),
    handlers: { Echo: (request: { text: string }, call: CallContext) => handler(request, call) },
    host: '127.0.0.1',
    port,
    log: silentLog(),
  });

beforeAll(async () => {
  server = await startOn(0);
  client = createRpcClient({ service: echo(), address: `127.0.0.1:${server.port}` });
});

afterAll(async () => {
  client.close();
  await server.stop();
});

test('carries the request, the workspace and the request id', async () => {
  handler = (request, call) =>
    Promise.resolve({ text: `${request.text} ${call.workspaceId()} ${call.requestId}` });
  await expect(
    client.calls.Echo({ text: 'hi' }, { workspaceId: 7, requestId: 'r-1' }),
  ).resolves.toMatchObject({
    text: 'hi 7 r-1',
  });
});

test.each(['', '0', '-1', '1.5', '1e3', 'x', '99999999999999999999'])(
  'refuses %j as a workspace',
  async (workspace) => {
    handler = (_request, call) => Promise.resolve({ text: String(call.workspaceId()) });
    await expect(client.calls.Echo({}, { workspaceId: workspace as never })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('workspace-id'),
    });
  },
);

test('carries an expected failure with its code, fields and retry time', async () => {
  const failure = new AppError({
    kind: 'conflict',
    code: 'domain_in_use',
    message: 'Another site has it – pick another.',
    fields: [{ field: 'domain', message: 'naïve ✓' }],
    retryAfterSeconds: 3,
  });
  handler = () => Promise.reject(failure);
  const error = await client.calls.Echo({}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: 'conflict',
    code: 'domain_in_use',
    message: failure.message,
    fields: failure.fields,
    retryAfterSeconds: 3,
  });
});

test('hides the details of an unexpected error', async () => {
  handler = () => {
    throw new Error('password=hunter2');
  };
  const error = (await client.calls.Echo({}).catch((thrown: unknown) => thrown)) as AppError;
  expect(error).toMatchObject({ kind: 'internal', code: 'internal_error' });
  expect(error.message).not.toContain('hunter2');
});

test('fails with deadline and aborts the handler', async () => {
  let aborted = false;
  handler = (_request, call) =>
    new Promise((resolve) => {
      call.signal.addEventListener('abort', () => {
        aborted = true;
        resolve({});
      });
    });
  await expect(client.calls.Echo({}, { deadlineMs: 50 })).rejects.toMatchObject({ kind: 'deadline' });
  await waitFor('the handler to be aborted', () => aborted);
});

test('cancels the call when the caller disconnects', async () => {
  let aborted = false;
  let called = false;
  handler = (_request, call) =>
    new Promise((resolve) => {
      called = true;
      call.signal.addEventListener('abort', () => {
        aborted = true;
        resolve({});
      });
    });
  const controller = new AbortController();
  const call = client.calls.Echo({}, { signal: controller.signal });
  call.catch(() => undefined);
  await waitFor('the call to arrive', () => called);
  controller.abort();
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
  await waitFor('the handler to be aborted', () => aborted);
});

test.each([
  ['', 0],
  [' whose request is as large as rows of an import', 5 * 1_048_576],
])('retries an idempotent call on UNAVAILABLE%s', async (_, length) => {
  let calls = 0;
  handler = ({ text }) => {
    calls += 1;
    expect(text).toHaveLength(length);
    if (calls < 3)
      return Promise.reject(
        new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: '-' }),
      );
    return Promise.resolve({ text: 'there' });
  };
  const text = 'x'.repeat(length);
  await expect(client.calls.Echo({ text })).resolves.toMatchObject({ text: 'there' });
  expect(calls).toBe(3);
});

test('does not retry when the server forbids it', async () => {
  let calls = 0;
  handler = () => {
    calls += 1;
    return Promise.reject(
      new AppError({
        kind: 'unavailable',
        code: 'upstream_unavailable',
        message: '-',
        retryAfterSeconds: 1,
        retryable: false,
      }),
    );
  };
  await expect(client.calls.Echo({})).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  expect(calls).toBe(1);
});

test('recovers after a restart of the server', async () => {
  handler = () => Promise.resolve({ text: 'back' });
  await client.calls.Echo({});
  const { port } = server;
  await server.stop();
  await expect(client.calls.Echo({})).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
  server = await startOn(port);
  await waitFor('the call to work again', () =>
    client.calls.Echo({}).then(
      () => true,
      () => false,
    ),
  );
});

test('fails when the request cannot be encoded, without calling the handler', async () => {
  handler = () => Promise.reject(new Error('was called'));
  const text = {
    toString: () => {
      throw new Error('has no text');
    },
  } as unknown as string;
  await expect(client.calls.Echo({ text })).rejects.toMatchObject({
    kind: 'internal',
    cause: expect.objectContaining({ message: '13 INTERNAL: The request could not be encoded.' }),
  });
});

test.each([
  ['no message', [], 'The server sent no response.'],
  ['what is no message', [undefined], 'The response could not be decoded.'],
])('fails when a peer of another version answers with %s', async (_, answers, details) => {
  const { Echo } = echo().definition;
  const other = new Server();
  const responseSerialize = (text: string | undefined): Buffer =>
    text === undefined ? Buffer.from([0xff]) : Echo.responseSerialize({ text });
  other.addService(
    { Echo: { ...Echo, responseSerialize, responseStream: true } },
    {
      Echo: (call: ServerWritableStream<unknown, unknown>) => {
        for (const text of answers) call.write(text);
        call.end();
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    other.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const otherClient = createRpcClient({ service: echo(), address: `127.0.0.1:${port}` });
  const error = (await otherClient.calls.Echo({}).catch((thrown: unknown) => thrown)) as AppError;
  otherClient.close();
  other.forceShutdown();
  expect(error).toMatchObject({ kind: 'internal', cause: { details } });
});

test('reports a method that a peer of an earlier release lacks as unavailable, for each kind of call', async () => {
  const older = new Server();
  const port = await new Promise<number>((resolve, reject) => {
    older.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const newer = createRpcClient({ service: echo(), address: `127.0.0.1:${port}` });
  const { Echo, Recite } = newer.calls as unknown as {
    Echo: (request: object) => Promise<unknown>;
    Recite: (request: object) => AsyncGenerator;
  };
  const failures = await Promise.allSettled([Echo({}), Recite({}).next()]);
  newer.close();
  older.forceShutdown();
  for (const failure of failures) {
    const reason: unknown = failure.status === 'rejected' ? failure.reason : undefined;
    expect(reason).toMatchObject({
      ...{ kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 60, retryable: false },
      message: 'A backend is being upgraded. Retry in 60 s.',
    });
    expect(isUnimplemented(reason)).toBe(true);
  }
});

test('names a port that is in use', async () => {
  await expect(startOn(server.port)).rejects.toThrow(`cannot listen on 127.0.0.1:${server.port}`);
});

test('serves the health protocol', async () => {
  const definition = loadPackageDefinition(loadSync(healthProto, { enums: String }));
  const { Health } = (definition as unknown as { grpc: { health: { v1: HealthPackage } } }).grpc.health.v1;
  const probe = new Health(
    `127.0.0.1:${server.port}`,
    credentials.createInsecure(),
  ) as unknown as HealthClient;
  const status = await new Promise((resolve, reject) => {
    probe.check({ service: 'headwater.test.v1.Echo' }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
  });
  probe.close();
  expect(status).toMatchObject({ status: 'SERVING' });
});

test('stops even if a frozen peer never closes its connection', async () => {
  const other = await startOn(0);
  const frozen = connect({ host: '127.0.0.1', port: other.port, allowHalfOpen: true });
  frozen.on('error', () => undefined);
  // The HTTP/2 preface and an empty SETTINGS frame.
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  frozen.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings]));
  await once(frozen, 'data');
  await expect(other.stop(100)).resolves.toBeUndefined();
  frozen.destroy();
});
