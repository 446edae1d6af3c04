import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MethodDefinition } from '@grpc/proto-loader';
import { packageRoot } from '../src/package-root';
import { createRpcClient, type RpcClient } from '../src/rpc/client';
import { loadService } from '../src/rpc/load-service';
import { startRpcServer, type RpcServer } from '../src/rpc/server';
import { createServingProbe } from '../src/rpc/serving-probe';
import { rpcTrust, type RpcConfig } from '../src/rpc/trust';
import { certificatePath } from '../src/testing/certificates';
import { recordedLog } from '../src/testing/silent-log';
import { waitFor } from '../src/testing/wait-for';

interface EchoDefinition {
  Echo: MethodDefinition<{ text?: string }, { text?: string }, { text: string }, { text: string }>;
}

const directory = join(packageRoot('@headwater/kit'), 'test');
const service = loadService<EchoDefinition>(directory, 'echo.proto', 'headwater.test.v1.Echo');
const RPC_TOKEN = 'correct-horse-battery-staple';

const certificate = (name: string): Partial<RpcConfig> => ({
  rpcTlsCert: certificatePath(name),
  rpcTlsKey: certificatePath(`${name}.key`),
  rpcTlsCa: certificatePath('ca'),
});

const closing: (() => Promise<void> | void)[] = [];
const { log, lines } = recordedLog();

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(
  config: Partial<RpcConfig>,
  trust = rpcTrust(config),
  host = '127.0.0.1',
): Promise<RpcServer> {
  const server = await startRpcServer<EchoDefinition>({
    service,
    handlers: { Echo: (request: { text: string }) => Promise.resolve(request) },
    host,
    port: 0,
    log,
    trust,
  });
  closing.push(() => server.stop(100));
  return server;
}

function client({ port }: RpcServer, config: Partial<RpcConfig>): RpcClient<EchoDefinition>['calls'] {
  const made = createRpcClient<EchoDefinition>({
    service,
    address: `localhost:${port}`,
    trust: rpcTrust(config),
  });
  closing.push(() => made.close());
  return made.calls;
}

test('accepts a caller with the service token', async () => {
  const server = await serve({ rpcToken: RPC_TOKEN });
  await expect(client(server, { rpcToken: RPC_TOKEN }).Echo({ text: 'hi' })).resolves.toEqual({ text: 'hi' });
});

test.each([undefined, 'correct-horse-battery-stable', `${RPC_TOKEN} `])(
  'rejects the token %j with an error that never reaches a customer',
  async (rpcToken) => {
    const server = await serve({ rpcToken: RPC_TOKEN });
    const error = await client(server, { rpcToken })
      .Echo({ text: 'hi' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: 'internal',
      code: 'internal_error',
      cause: { details: expect.stringContaining('RPC_TOKEN') },
    });
    expect(lines.join()).not.toContain(RPC_TOKEN);
  },
);

test.each(['0.0.0.0', '::', '::ffff:0.0.0.0'])(
  'refuses to listen on %s without a token, and names the setting',
  async (host) => {
    for (const config of [{}, certificate('service')])
      await expect(serve(config, rpcTrust(config), host)).rejects.toThrow(/RPC_TOKEN.*openssl rand -hex 32/);
  },
);

test.each(['127.0.0.1', '127.0.0.2', 'localhost'])('listens on %s without a token', async (host) => {
  expect((await serve({}, rpcTrust({}), host)).port).toBeGreaterThan(0);
});

test('listens beyond loopback with a token', async () => {
  const server = await serve({ rpcToken: RPC_TOKEN }, rpcTrust({ rpcToken: RPC_TOKEN }), '0.0.0.0');
  await expect(client(server, { rpcToken: RPC_TOKEN }).Echo({ text: 'hi' })).resolves.toEqual({ text: 'hi' });
});

test('serves health checks without the token, for Kubernetes probes', async () => {
  const server = await serve({ rpcToken: RPC_TOKEN });
  const probe = createServingProbe(`127.0.0.1:${server.port}`);
  closing.push(() => probe.close());
  expect(await probe.isServing(5_000)).toBe(true);
});

test('accepts mutual TLS with a certificate of the same CA', async () => {
  const server = await serve(certificate('service'));
  const calls = client(server, certificate('service'));
  expect(await waitFor('an answer', () => calls.Echo({ text: 'hi' }))).toEqual({ text: 'hi' });
});

test.each([
  ['in plaintext', {}],
  ['with a certificate of another authority', certificate('stranger')],
])('rejects a caller %s', async (_name, config) => {
  const server = await serve(certificate('service'));
  const trusted = client(server, certificate('service'));
  await waitFor('the server to have its certificate', () => trusted.Echo({ text: 'hi' }));
  await expect(client(server, config).Echo({ text: 'hi' }, { deadlineMs: 3_000 })).rejects.toMatchObject({
    kind: expect.stringMatching(/unavailable|deadline/),
  });
});

test('does not connect to a server of another CA', async () => {
  const server = await serve(certificate('stranger'));
  await expect(
    client(server, certificate('service')).Echo({ text: 'hi' }, { deadlineMs: 3_000 }),
  ).rejects.toMatchObject({ kind: expect.stringMatching(/unavailable|deadline/) });
});

test('loads renewed certificates of a new CA without a restart, and survives a partial change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-certificates-'));
  closing.push(() => {
    rmSync(folder, { recursive: true });
  });
  const live = {
    rpcTlsCert: join(folder, 'cert'),
    rpcTlsKey: join(folder, 'key'),
    rpcTlsCa: join(folder, 'ca'),
  };
  const both = [certificatePath('ca'), certificatePath('renewed-ca')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  copyFileSync(certificatePath('service'), live.rpcTlsCert);
  copyFileSync(certificatePath('service.key'), live.rpcTlsKey);
  writeFileSync(live.rpcTlsCa, both);
  const server = await serve(live, rpcTrust(live, 50));
  const old = client(server, certificate('service'));
  await waitFor('the server to have its certificate', () => old.Echo({ text: 'hi' }));
  const onlyNew = { ...certificate('renewed'), rpcTlsCa: certificatePath('renewed-ca') };
  const call = (): Promise<unknown> => client(server, onlyNew).Echo({ text: 'hi' }, { deadlineMs: 3_000 });
  await expect(call()).rejects.toMatchObject({ kind: expect.stringMatching(/unavailable|deadline/) });

  copyFileSync(certificatePath('renewed'), live.rpcTlsCert); // its key is still the old one
  await waitFor('the server to refuse new connections', () =>
    client(server, certificate('service'))
      .Echo({ text: 'hi' }, { deadlineMs: 3_000 })
      .then(
        () => false,
        () => true,
      ),
  );
  expect(await old.Echo({ text: 'an open connection goes on' })).toEqual({
    text: 'an open connection goes on',
  });

  copyFileSync(certificatePath('renewed.key'), live.rpcTlsKey);
  expect(await waitFor('the renewed certificate to be shown', call)).toEqual({ text: 'hi' });
});

test('rejects incomplete certificate settings', () => {
  expect(() => rpcTrust({ rpcTlsCert: 'a.pem' })).toThrow('together, or none');
});
