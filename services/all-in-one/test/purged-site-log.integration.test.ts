import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { migratedDatabase } from '@headwater/migrate/testing/migrated-database';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import { collectorSettings } from '@headwater/collector/config';
import { collectorModule, type CollectorModule } from '@headwater/collector/module';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import {
  loadAnalytics,
  loadSites,
  type AnalyticsDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import { purgeSites } from '@headwater/purge/purge-sites';
import { sitesModule } from '@headwater/sites/module';

const DAY_MS = 24 * 60 * 60 * 1_000;
const OURS = { workspaceId: 1 };
const UNREACHABLE = 'http://nobody:x@127.0.0.1:1/headwater';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let database: TestDatabase;
let clickhouse: TestClickhouse;
let logDir: string;
let sitesAddress: string;
let sites: RpcClient<SitesDefinition>;
let analytics: RpcClient<AnalyticsDefinition>;
const modules: Module[] = [];
const collectors = new Set<CollectorModule>();
/** The clock of sites. The collector's own is real: a volume that was detached for a month has old events. */
const clock = fixedClock(Date.now());

const grpcAddress = (module: Module): string => `127.0.0.1:${module.ports?.()['grpc'] ?? 0}`;

beforeAll(async () => {
  [database, clickhouse] = await Promise.all([migratedDatabase(), migratedClickhouse()]);
  logDir = mkdtempSync(join(tmpdir(), 'purged-site-log-'));
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' };
  const options = { log: silentLog(), clock };
  const sitesService = sitesModule(
    { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys: [Buffer.alloc(32)] },
    options,
  );
  const analyticsService = analyticsModule(loadConfig(analyticsSettings, env), options);
  modules.push(sitesService, analyticsService);
  for (const module of modules) await module.start();
  sitesAddress = grpcAddress(sitesService);
  sites = createRpcClient({ service: loadSites(), address: sitesAddress });
  analytics = createRpcClient({ service: loadAnalytics(), address: grpcAddress(analyticsService) });
}, 60_000);
afterAll(async () => {
  for (const module of [...collectors, ...modules]) await module.stop();
  sites.close();
  analytics.close();
  await database.drop();
  await clickhouse.drop();
  rmSync(logDir, { recursive: true, force: true });
});

async function startCollector(clickhouseUrl: string): Promise<CollectorModule> {
  const config = loadConfig(collectorSettings, {
    COLLECTOR_PORT: '0',
    COLLECTOR_GRPC_PORT: '0',
    COLLECTOR_LOG_DIR: logDir,
    SITES_ADDRESS: sitesAddress,
    CLICKHOUSE_URL: clickhouseUrl,
  });
  const collector = collectorModule(config, { log: silentLog(), clock: { now: () => Date.now() } });
  collectors.add(collector);
  await collector.start();
  return collector;
}

async function stopCollector(collector: CollectorModule): Promise<void> {
  collectors.delete(collector);
  await collector.stop();
}

async function sendPageview(collector: CollectorModule, site: { id: number; key: string; domain: string }) {
  const body = {
    site: site.id,
    key: site.key,
    visitor: 'v',
    session: { id: 's', landing: `https://${site.domain}/`, referrer: '' },
    event: { name: 'pageview', url: `https://${site.domain}/` },
  };
  const response = await fetch(`http://127.0.0.1:${collector.ports?.()['http'] ?? 0}/collect`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
  });
  expect(response.status).toBe(202);
  expect(await response.json()).toMatchObject({ accepted: 1 });
}

async function countEvents(siteId: number): Promise<number> {
  const result = await clickhouse.client.query({
    query: 'SELECT count() AS rows FROM events WHERE site_id = {siteId:UInt64}',
    query_params: { siteId },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ rows: number }>();
  return Number(row?.rows);
}

test.each(['its own log', 'the log of a process that no longer exists'])(
  'drops the events of a purged site that are still in %s, and stores those of another site',
  async (which) => {
    const createSite = async (domain: string) => {
      const { site } = await sites.calls.CreateSite({ domain }, OURS);
      return { id: site?.id ?? 0, key: site?.siteKey ?? '', domain };
    };
    const suffix = which.length;
    const [purged, kept] = [
      await createSite(`purged${suffix}.example`),
      await createSite(`kept${suffix}.example`),
    ];

    const cutOff = await startCollector(UNREACHABLE);
    for (const site of [purged, kept, purged]) await sendPageview(cutOff, site);
    expect(await cutOff.shipped(100)).toBe(false);
    await stopCollector(cutOff);
    const files = readdirSync(logDir).filter((name) => name !== 'cursor.json');
    expect(files.some((name) => name.endsWith('.log'))).toBe(true);
    if (which !== 'its own log') {
      const moved = `${logDir}-moved`;
      renameSync(logDir, moved);
      mkdirSync(logDir);
      renameSync(moved, join(logDir, 'process-5'));
    }

    await sites.calls.DeleteSite({ id: purged.id }, OURS);
    clock.set(clock.now() + 31 * DAY_MS);
    const result = await purgeSites({
      sites: sites.calls,
      analytics: analytics.calls,
      log: silentLog(),
      deadlineMs: 60_000,
      dryRun: false,
    });
    expect(result).toEqual({ purged: [purged.id], failed: [] });

    const collector = await startCollector(clickhouse.url);
    await waitFor('the event of the other site', async () => (await countEvents(kept.id)) === 1);
    expect(await collector.shipped(10_000)).toBe(true);
    expect(await countEvents(purged.id)).toBe(0);
    await stopCollector(collector);
  },
  120_000,
);
