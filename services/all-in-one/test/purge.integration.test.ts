import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { migratedDatabase } from '@headwater/migrate/testing/migrated-database';
import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { TestDatabase } from '@headwater/kit/testing/test-database';
import {
  loadAnalytics,
  loadSites,
  type AnalyticsDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import { applyRetention } from '@headwater/purge/apply-retention';
import { deleteClickIds } from '@headwater/purge/delete-click-ids';
import { purgeSites, type PurgeDependencies } from '@headwater/purge/purge-sites';
import { sitesModule } from '@headwater/sites/module';

const START = Date.parse('2026-11-01T12:00:00.000Z');
const DUE = START + 30 * 24 * 60 * 60 * 1_000;
const OURS = { workspaceId: 1 };
/** Calls of a purge of one site: list, count, begin, delete, finish. */
const STEPS = 5;

let database: TestDatabase;
let clickhouse: TestClickhouse;
let modules: Module[];
const clock = fixedClock(START);
/** The clock of a replica of sites, two seconds behind. */
const clockBehind = fixedClock(START);
let sites: RpcClient<SitesDefinition>;
let sitesBehind: RpcClient<SitesDefinition>;
let analytics: RpcClient<AnalyticsDefinition>;
let made = 0;

beforeAll(async () => {
  [database, clickhouse] = await Promise.all([migratedDatabase(), migratedClickhouse()]);
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' };
  const deps = { log: silentLog(), clock };
  const secretsKeys = [Buffer.alloc(32)] as const;
  const settings = { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys };
  const ahead = sitesModule(settings, deps);
  const behind = sitesModule(settings, { ...deps, clock: clockBehind });
  const analyticsService = analyticsModule(loadConfig(analyticsSettings, env), deps);
  modules = [ahead, behind, analyticsService];
  for (const module of modules) await module.start();
  const addressOf = (module: Module): string => `127.0.0.1:${module.ports?.()['grpc'] ?? 0}`;
  const sitesAt = (module: Module) => createRpcClient({ service: loadSites(), address: addressOf(module) });
  sites = sitesAt(ahead);
  sitesBehind = sitesAt(behind);
  analytics = createRpcClient({
    service: loadAnalytics(),
    address: addressOf(analyticsService),
  });
}, 60_000);
afterAll(async () => {
  for (const client of [sites, sitesBehind, analytics]) client.close();
  for (const module of modules) await module.stop();
  await database.drop();
  await clickhouse.drop();
});

/** A site deleted at the start, with rows in every table with a site. */
async function deletedSite(): Promise<number> {
  made += 1;
  clock.set(START);
  const { site } = await sites.calls.CreateSite({ domain: `doomed${made}.example` }, OURS);
  const id = site?.id ?? 0;
  const goal = { name: 'G', type: 'event', event: 'signup', path: '', filters: [] };
  await sites.calls.CreateGoal({ siteId: id, goal }, OURS);
  const at = '2026-10-20 10:00:00.000';
  const of = { workspace_id: 1, site_id: id };
  const event = { ...of, name: 'pageview', ts: at, received_at: at, visitor_id: id, channel: 'Email' };
  await insert(
    'events',
    [1, 2, 3].map((n) => ({ ...event, origin: 'browser', event_id: uuid(id, n) })),
  );
  await insert('dead_letters', [{ ...of, reason: 'x', event: '{}' }]);
  const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
  await insert('dropped_events', [{ ...of, event_id: uuid(id, 9), dropped_at: now, reason: 'bot' }]);
  await sites.calls.DeleteSite({ id }, OURS);
  return id;
}

const uuid = (site: number, n: number): string =>
  `0197a5c8-0000-4000-${String(8_000 + n)}-${String(site).padStart(12, '0')}`;
const insert = (table: string, values: object[]) =>
  clickhouse.client.insert({ table, values, format: 'JSONEachRow' });

/** The site's rows in every table of both databases with a site column, and its first touches by visitor. */
async function rowsLeft(id: number): Promise<number> {
  const { client } = clickhouse;
  const query = async <T>(sql: string) =>
    (await client.query({ query: sql, format: 'JSONEachRow' })).json<T>();
  const tables = await query<{ table: string }>(
    `SELECT c.table AS table FROM system.columns c JOIN system.tables t ON t.name = c.table AND t.database = c.database
     WHERE c.database = currentDatabase() AND c.name = 'site_id' AND t.engine LIKE '%MergeTree'`,
  );
  expect(tables.length).toBeGreaterThanOrEqual(5);
  const parts = tables.map(({ table }) => `SELECT count() AS rows FROM ${table} WHERE site_id = ${id}`);
  parts.push(`SELECT count() AS rows FROM first_touches WHERE visitor_id = ${id}`);
  const [found] = await query<{ rows: number }>(
    `SELECT sum(rows) AS rows FROM (${parts.join(' UNION ALL ')})`,
  );
  const { rows } = await database.pool.query<{ rows: number }>(
    `SELECT ((SELECT count(*) FROM sites.sites WHERE id = $1) + (SELECT count(*) FROM sites.goals WHERE site_id = $1)
      + (SELECT count(*) FROM sites.funnels WHERE site_id = $1))::int AS rows`,
    [id],
  );
  return Number(found?.rows) + Number(rows[0]?.rows);
}

/** Runs the purge. Crashes after the call with the number `crashAfter`. */
function purge(crashAfter = Infinity) {
  let calls = 0;
  const crashing =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const response = await call(...args);
      calls += 1;
      if (calls >= crashAfter) throw new Error('killed');
      return response;
    };
  const { ListDue, BeginPurge, FinishPurge } = sites.calls;
  const dependencies: PurgeDependencies = {
    sites: {
      ListDue: crashing(ListDue),
      BeginPurge: crashing(BeginPurge),
      FinishPurge: crashing(FinishPurge),
    },
    analytics: { PurgeSite: crashing(analytics.calls.PurgeSite) },
    log: recordedLog().log,
    deadlineMs: 60_000,
    dryRun: false,
  };
  return purgeSites(dependencies);
}
const stateOf = async (id: number) => (await sites.calls.GetPurge({ siteId: id }, OURS)).state;

describe('the purge over both databases', () => {
  it('keeps everything until 30 days have passed and nothing afterwards', async () => {
    const id = await deletedSite();
    const before = await rowsLeft(id);
    expect(before).toBeGreaterThanOrEqual(8);
    clock.set(DUE - 1_000);
    expect(await purge()).toEqual({ purged: [], failed: [] });
    expect(await rowsLeft(id)).toBe(before);
    clock.set(DUE + 1_000);
    expect(await purge()).toEqual({ purged: [id], failed: [] });
    expect(await rowsLeft(id)).toBe(0);
    const { state, rows } = await sites.calls.GetPurge({ siteId: id }, OURS);
    expect({ state, rows }).toMatchObject({
      state: 'purged',
      rows: { events: 3, goals: 1, sites: 1, dead_letters: 1 },
    });
  }, 60_000);

  it('completes after a crash at any step, also with two concurrent runs', async () => {
    for (let step = 1; step <= STEPS; step += 1) {
      const id = await deletedSite();
      clock.set(DUE + 1_000);
      await purge(step).catch(() => undefined);
      await Promise.all([purge(), purge()]);
      expect({ step, left: await rowsLeft(id), state: await stateOf(id) }).toEqual({
        step,
        left: 0,
        state: 'purged',
      });
    }
  }, 120_000);

  it('either loses to a concurrent restore or purges the site completely', async () => {
    const outcomes = { restored: 0, purged: 0 };
    for (let round = 0; round < 6; round += 1) {
      const id = await deletedSite();
      const before = await rowsLeft(id);
      clock.set(DUE + 1_000);
      clockBehind.set(DUE - 1_000);
      const restore = () =>
        sitesBehind.calls.RestoreSite({ id }, OURS).then(
          () => true,
          () => false,
        );
      // Alternates which one starts first.
      const racing = round % 2 === 0 ? [restore(), purge()] : [purge(), restore()];
      const restored = (await Promise.all(racing)).includes(true);
      expect(await rowsLeft(id)).toBe(restored ? before : 0);
      expect(await stateOf(id)).toBe(restored ? 'active' : 'purged');
      outcomes[restored ? 'restored' : 'purged'] += 1;
    }
    expect(outcomes.restored + outcomes.purged).toBe(6);
  }, 120_000);
});

it('removes the days that the retention of a site excludes, once per day, with real services', async () => {
  clock.set(START);
  const { site } = await sites.calls.CreateSite({ domain: 'retained.example', retentionDays: 30 }, OURS);
  const id = site?.id ?? 0;
  const times = ['2026-10-01 23:59:59.999', '2026-10-02 00:00:00.000'];
  const event = { workspace_id: 1, site_id: id, name: 'pageview', visitor_id: id, channel: 'Email' };
  await insert(
    'events',
    times.map((ts, n) => ({ ...event, ts, received_at: ts, origin: 'browser', event_id: uuid(id, n) })),
  );
  const stored = async () => {
    const query = `SELECT toString(ts) AS ts FROM events WHERE site_id = ${id} ORDER BY ts`;
    const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
    return (await result.json<{ ts: string }>()).map(({ ts }) => ts);
  };
  const { log, lines } = recordedLog();
  const dependencies = { sites: sites.calls, analytics: analytics.calls, log, deadlineMs: 60_000 };
  expect(await applyRetention({ ...dependencies, dryRun: true })).toEqual({ applied: [], failed: [] });
  expect(await stored()).toEqual(times);
  const run = () => applyRetention({ ...dependencies, dryRun: false });
  expect(await run()).toEqual({ applied: [id], failed: [] });
  expect(await stored()).toEqual(times.slice(1));
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ msg: 'expired days removed', siteId: id, rows: { arrivals: 1, events: 1 } }),
  );
  expect(await run()).toEqual({ applied: [], failed: [] });
  const { retention } = await sites.calls.GetSite({ id }, OURS);
  expect(retention?.removedBeforeDay).toBe('2026-10-02');
  clock.set(START + 24 * 60 * 60 * 1_000);
  expect(await run()).toEqual({ applied: [id], failed: [] });
  expect(await stored()).toEqual([]);
});

it('deletes click ids of a site that disabled them, and no others, with real services', async () => {
  clock.set(START);
  const ids: number[] = [];
  const at = new Date().toISOString().replace('T', ' ').replace('Z', '');
  for (const name of ['enabled', 'disabled', 'deleted']) {
    const { site } = await sites.calls.CreateSite({ domain: `${name}-clicks.example` }, OURS);
    const id = site?.id ?? 0;
    await sites.calls.UpdateSite({ id, clickIds: name !== 'disabled' }, OURS);
    const click = { workspace_id: 1, site_id: id, visitor_id: id, ts: at, received_at: at };
    await insert('click_ids', [{ ...click, parameter: 'gclid', sealed: 'c2VhbGVk' }]);
    if (name === 'deleted') await sites.calls.DeleteSite({ id }, OURS);
    ids.push(id);
  }
  const [enabled = 0, disabled = 0, deleted = 0] = ids;
  const stored = async () => {
    const query = `SELECT site_id AS id FROM click_ids WHERE site_id IN (${ids.join(', ')}) ORDER BY site_id`;
    const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
    return (await result.json<{ id: number }>()).map(({ id }) => id);
  };
  const { log, lines } = recordedLog();
  const dependencies = { sites: sites.calls, analytics: analytics.calls, log, deadlineMs: 60_000 };
  expect(await deleteClickIds({ ...dependencies, dryRun: true })).toEqual({ deleted: [], failures: 0 });
  expect(await stored()).toEqual(ids);
  expect(await deleteClickIds({ ...dependencies, dryRun: false })).toEqual({
    deleted: [disabled],
    failures: 0,
  });
  expect(await stored()).toEqual([enabled, deleted]);
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ msg: 'would delete click ids', siteId: disabled }),
  );
});
