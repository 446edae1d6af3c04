import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { migratedDatabase } from '@headwater/migrate/testing/migrated-database';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import { collectorSettings } from '@headwater/collector/config';
import { collectorModule, type CollectorModule } from '@headwater/collector/module';
import { identitySettings } from '@headwater/identity/config';
import { identityModule } from '@headwater/identity/module';
import { fixedClock, systemClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { loadIdentity, loadSites, type IdentityDefinition } from '@headwater/protos/services';
import { sitesModule } from '@headwater/sites/module';

const OURS = { workspaceId: 1 };
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let database: TestDatabase;
let clickhouse: TestClickhouse;
/** Between the collector and ClickHouse; identity and analytics bypass it. */
let proxy: Awaited<ReturnType<typeof startProxy>>;
let logDir: string;
let collector: CollectorModule;
let identity: RpcClient<IdentityDefinition>;
let site: { readonly id: number; readonly key: string };
const modules: Module[] = [];
/** The clock of identity, which decides when an erasure is repeated. */
const clock = fixedClock(Date.now());

/** A TCP proxy that can hold back connections from their first insert of events on. */
async function startProxy(target: URL) {
  let isFrozen = false;
  const held = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on('data', (chunk) => {
      if (!isFrozen || !chunk.includes('INSERT+INTO+events')) return void upstream.write(chunk);
      client.pause();
      held.add(() => {
        upstream.write(chunk);
        client.resume();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freezeInserts: () => void (isFrozen = true),
    heldInserts: () => held.size,
    recover: () => {
      isFrozen = false;
      for (const forward of held) forward();
      held.clear();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const grpcAddress = (module: Module): string => `127.0.0.1:${module.ports?.()['grpc'] ?? 0}`;

beforeAll(async () => {
  [database, clickhouse] = await Promise.all([migratedDatabase(), migratedClickhouse()]);
  logDir = mkdtempSync(join(tmpdir(), 'erased-visitor-log-'));
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' };
  const options = { log: silentLog(), clock: systemClock };
  const start = async <M extends Module>(module: M): Promise<M> => {
    await module.start();
    modules.unshift(module);
    return module;
  };
  const sites = await start(
    sitesModule(
      { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys: [Buffer.alloc(32)] },
      options,
    ),
  );
  const analytics = await start(analyticsModule(loadConfig(analyticsSettings, env), options));
  const identityConfig = loadConfig(identitySettings, {
    ...env,
    IDENTITY_PORT: '0',
    HMAC_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    SITES_ADDRESS: grpcAddress(sites),
    ANALYTICS_ADDRESS: grpcAddress(analytics),
    LINK_REPAIR_PAUSE_MS: '50',
  });
  const identityService = await start(identityModule(identityConfig, { log: silentLog(), clock }));
  identity = createRpcClient({ service: loadIdentity(), address: grpcAddress(identityService) });
  const engine = new URL(clickhouse.url);
  proxy = await startProxy(new URL(clickhouse.url));
  engine.host = `127.0.0.1:${proxy.port}`;
  const collectorConfig = loadConfig(collectorSettings, {
    COLLECTOR_PORT: '0',
    COLLECTOR_GRPC_PORT: '0',
    COLLECTOR_LOG_DIR: logDir,
    SITES_ADDRESS: grpcAddress(sites),
    CLICKHOUSE_URL: engine.toString(),
  });
  collector = await start(collectorModule(collectorConfig, options));
  const client = createRpcClient({ service: loadSites(), address: grpcAddress(sites) });
  const created = await client.calls.CreateSite({ domain: 'shop.example' }, OURS);
  site = { id: created.site?.id ?? 0, key: created.site?.siteKey ?? '' };
  client.close();
}, 120_000);
afterAll(async () => {
  identity.close();
  for (const module of modules) await module.stop();
  await proxy.stop();
  await database.drop();
  await clickhouse.drop();
  rmSync(logDir, { recursive: true, force: true });
});

async function browse(visitor: string): Promise<void> {
  const landing = 'https://shop.example/';
  const response = await fetch(`http://127.0.0.1:${collector.ports?.()['http'] ?? 0}/collect`, {
    method: 'POST',
    body: JSON.stringify({
      ...{ site: site.id, key: site.key, visitor, session: { id: 's', landing, referrer: '' } },
      event: { name: 'pageview', url: landing },
    }),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
  });
  expect(response.status).toBe(202);
}

const countEvents = () => count('SELECT count() AS rows FROM events');

/** The number of rows of all tables with visitors, and of dead letters. */
const countRows = () =>
  count(`SELECT (SELECT count() FROM events) + (SELECT count() FROM first_touches) +
                (SELECT count() FROM touched_visitors) + (SELECT count() FROM dead_letters) AS rows`);

async function count(query: string): Promise<number> {
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  const [row] = await result.json<{ rows: string }>();
  return Number(row?.rows);
}

const identify = (anonymousId: string, email: string) =>
  identity.calls.Identify({ anonymousId, account: { email } }, OURS);
const erase = (email: string) => {
  clock.set(Date.now());
  return identity.calls.EraseAccount({ email }, OURS);
};
const shipped = () => waitFor('the log to be shipped', () => collector.shipped(1_000));

it('leaves nothing of an erased visitor whose events are in the log and in an insert, and links later events to no account', async () => {
  proxy.freezeInserts();
  await browse('ada');
  await waitFor('the insert of the first event', () => proxy.heldInserts() > 0);
  // Waits in the log behind the held insert.
  await browse('ada');
  await identify('ada', 'ada@example.com');
  const certificate = await erase('ada@example.com');
  expect(certificate).toMatchObject({ links: 1, visitors: 1, events: 0 });
  expect(certificate.completedAtMs).toBeDefined();
  proxy.recover();
  await shipped();
  // The held insert had passed the check, unless it has timed out and was repeated. The erasure is repeated when no such insert
  // can be running any more.
  expect(await countEvents()).toBeLessThanOrEqual(1);
  clock.set(clock.now() + 6 * 60_000);
  await waitFor('the second deletion', async () => (await countRows()) === 0);

  await browse('ada');
  await shipped();
  expect(await countEvents()).toBe(1);
  expect(await identify('ada', 'ada@example.com')).toMatchObject({ linked: false });
  const account = await identity.calls.LookUpAttribution({ email: 'ada@example.com' }, OURS);
  expect(account).toMatchObject({ found: true, visitors: 0, pendingVisitors: 0 });
});
