import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { migrateSettings } from '@headwater/migrate/config';
import { migrateModule } from '@headwater/migrate/module';
import {
  loadAnalytics,
  loadSites,
  type AnalyticsDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import type { Analytics } from '@headwater/selfaudit/audit-day';
import { auditSites } from '@headwater/selfaudit/audit-sites';
import { sitesModule } from '@headwater/sites/module';
import { createDefinitions, DAYS, earlierEvents, randomEvents, visit, WORKSPACE } from './selfaudit-facts';

const NOW = Date.parse('2026-11-10T12:00:00.000Z');
const SEED = Number(process.env['SELFAUDIT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let clickhouse: TestClickhouse;
/** Another event store with the same events, before a test corrupts it. */
let otherClickhouse: TestClickhouse;
const modules: Module[] = [];
const clients: { close(): void }[] = [];
let sites: RpcClient<SitesDefinition>;
let analytics: RpcClient<AnalyticsDefinition>;
let other: RpcClient<AnalyticsDefinition>;

beforeAll(async () => {
  [database, clickhouse, otherClickhouse] = await Promise.all([
    testDatabase(),
    testClickhouse(),
    testClickhouse(),
  ]);
  const deps = { log: silentLog(), clock: fixedClock(NOW) };
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' };
  const migration = migrateModule(loadConfig(migrateSettings, env), deps);
  await migration.start();
  await migration.stop();
  await migrateEventStore(otherClickhouse.client);
  const start = async (module: Module): Promise<string> => {
    await module.start();
    modules.push(module);
    return `127.0.0.1:${module.ports?.()['grpc'] ?? 0}`;
  };
  const sitesAddress = await start(
    sitesModule(
      { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys: [Buffer.alloc(32)] },
      deps,
    ),
  );
  const analyticsAt = async (url: string) =>
    createRpcClient({
      service: loadAnalytics(),
      address: await start(
        analyticsModule(loadConfig(analyticsSettings, { ...env, CLICKHOUSE_URL: url }), deps),
      ),
    });
  sites = createRpcClient({ service: loadSites(), address: sitesAddress });
  analytics = await analyticsAt(clickhouse.url);
  other = await analyticsAt(otherClickhouse.url);
  clients.push(sites, analytics, other);
}, 60_000);
afterAll(async () => {
  for (const client of clients) client.close();
  for (const module of modules) await module.stop();
  for (const store of [database, clickhouse, otherClickhouse]) await store.drop();
});

let made = 0;
/** Deletes all sites of earlier tests and creates one. */
async function onlySite(timezone: string): Promise<number> {
  await database.pool.query('DELETE FROM sites.sites');
  const { site } = await sites.calls.CreateSite({ domain: `audited${++made}.example`, timezone }, WORKSPACE);
  return site?.id ?? 0;
}

async function store(events: readonly EventRow[], ...stores: TestClickhouse[]): Promise<void> {
  for (const { client } of stores) await insertEvents(client, events);
}

interface Run {
  readonly analytics?: Analytics;
  /** The random day, from the first one with visits; default: a random one. */
  readonly chosen?: number;
  readonly maxEvents?: number;
}
async function audit({ analytics: queried = analytics.calls, chosen, maxEvents = 50_000 }: Run = {}) {
  const { log, lines } = recordedLog();
  const result = await auditSites({
    ...{ sites: sites.calls, analytics: queried, log, maxSites: 10, maxEvents },
    ...(chosen === undefined ? {} : { random: (max) => Math.min(chosen, max - 1) }),
  });
  const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...result, lines: found.filter(({ msg }) => msg === 'self-audit found a difference') };
}
const recorded = async () =>
  (
    await database.pool.query<{ day: string; differences: number }>(
      'SELECT day::text AS day, differences FROM sites.audits',
    )
  ).rows;

it.each(DAYS)(
  `finds no difference in %s on %s (seed ${SEED})`,
  async (timezone, date) => {
    const siteId = await onlySite(timezone);
    await createDefinitions(sites.calls, siteId);
    await store(randomEvents(siteId, date, SEED), clickhouse);
    await store(earlierEvents(siteId, date, SEED), clickhouse);
    // A day with differences is audited again.
    await sites.calls.RecordAudit({ siteId, day: date, differences: 1 }, WORKSPACE);
    const { lines, ...result } = await audit();
    expect(lines).toEqual([]);
    expect(result).toEqual({ audited: 1, differences: 0, failed: [] });
    expect(await recorded()).toEqual([{ day: date, differences: 0 }]);
  },
  60_000,
);

describe('the self-audit of a corrupt answer', () => {
  /** Queries `corrupt` events, and exports the intact ones. */
  async function auditCorrupt(corrupt: (events: EventRow[]) => EventRow[]) {
    const siteId = await onlySite('Europe/Berlin');
    await createDefinitions(sites.calls, siteId);
    const events = randomEvents(siteId, '2026-10-25', 42);
    await store(events, clickhouse);
    await store(corrupt(events), otherClickhouse);
    const queried = { ...other.calls, ExportEvents: analytics.calls.ExportEvents };
    return { siteId, events, queried, ...(await audit({ analytics: queried, chosen: 1 })) };
  }
  const isAudited = ({ ts, name }: EventRow): boolean => name === 'pageview' && ts.startsWith('2026-10-25T1');
  const withoutOne = (events: EventRow[]): EventRow[] =>
    events.filter((event) => event !== events.find(isAudited));

  it.each<[string, (events: EventRow[]) => EventRow[]]>([
    ['that lacks an event', withoutOne],
    [
      'that counts an event twice',
      (events) => {
        const again = events.find(isAudited);
        if (!again) throw new Error('no event to repeat');
        return [...events, { ...again, event_id: '00000000-0000-4000-8000-999999999999' }];
      },
    ],
    [
      'with another channel',
      (events) => {
        const moved = events.find(isAudited);
        return events.map((event) => (event === moved ? { ...event, channel: 'Paid Search' } : event));
      },
    ],
    [
      'with another visitor',
      (events) => {
        const moved = events.find(isAudited);
        return events.map((event) => (event === moved ? { ...event, visitor_id: '987654' } : event));
      },
    ],
  ])(
    'finds an answer %s',
    async (_, corrupt) => {
      const { siteId, differences, lines } = await auditCorrupt(corrupt);
      expect(differences).toBeGreaterThan(0);
      expect(lines).toHaveLength(differences);
      expect(lines[0]).toMatchObject({
        siteId,
        day: '2026-10-25',
        query: expect.stringMatching(/^(List|Query)/) as string,
        path: expect.stringMatching(/\w/) as string,
      });
      expect(await recorded()).toEqual([{ day: '2026-10-25', differences }]);
    },
    60_000,
  );

  it('repeats a day with differences until it is correct', async () => {
    const { events, queried, differences } = await auditCorrupt(withoutOne);
    // Another day would be chosen, and the answers are correct there.
    expect(await audit({ analytics: queried, chosen: 0 })).toMatchObject({ differences });
    await otherClickhouse.client.command({ query: 'TRUNCATE TABLE events' });
    await store(events, otherClickhouse);
    expect(await audit({ analytics: queried })).toMatchObject({ differences: 0, lines: [] });
    expect(await recorded()).toEqual([{ day: '2026-10-25', differences: 0 }]);
  }, 60_000);

  it('finds wrong cohorts of earlier weeks', async () => {
    const siteId = await onlySite('Europe/Berlin');
    const early = visit(siteId, 1, '2026-10-08T10:00:00.000Z');
    const others = [
      visit(siteId, 1, '2026-11-01T22:30:00.000Z'),
      visit(siteId, 2, '2026-10-20T10:00:00.000Z'),
    ];
    await store([early, ...others], clickhouse);
    await store(others, otherClickhouse);
    await sites.calls.RecordAudit({ siteId, day: '2026-11-01', differences: 1 }, WORKSPACE);
    const queried = { ...other.calls, ExportEvents: analytics.calls.ExportEvents };
    const { lines } = await audit({ analytics: queried });
    // Three weeks before that of the audited day begin the window: the early event is in its first week.
    expect(lines).toMatchObject([
      { query: 'QueryRetention', path: 'cohorts[0].visitors[0]', expected: 1, actual: 0 },
      { query: 'QueryRetention', path: 'cohorts[0].visitors[3]', expected: 1, actual: 0 },
      { query: 'QueryRetention', path: 'cohorts[3].visitors[0]', expected: 0, actual: 1 },
    ]);
  });

  it('finds a visitor without a first touch', async () => {
    const siteId = await onlySite('UTC');
    await store([visit(siteId, 4242, '2026-11-01T10:00:00.000Z')], clickhouse);
    expect(await audit()).toMatchObject({ differences: 0 });
    await clickhouse.client.command({
      query: 'DELETE FROM first_touches WHERE visitor_id = 4242',
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await audit()).toMatchObject({
      differences: 1,
      lines: [{ query: 'GetVisitor', path: 'hasChannel', expected: true, actual: false, day: '2026-11-01' }],
    });
  });

  it('logs no text of a customer', async () => {
    const { lines } = await auditCorrupt((events) =>
      events.map((event) => ({ ...event, pathname: '/secret' })),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(JSON.stringify(lines)).not.toContain('pricing');
  });
});

describe('the self-audit', () => {
  it('raises no alarm if late events arrive in the audited day', async () => {
    const siteId = await onlySite('UTC');
    const at = '2026-11-01T10:00:00.000Z';
    await store([visit(siteId, 1, at)], clickhouse);
    let arrived = 1;
    const late = (until: number): Analytics => ({
      ...analytics.calls,
      QueryStats: async (...call) => {
        // The first call chooses the day.
        if (arrived > 1 && arrived < until) await store([visit(siteId, arrived, at)], clickhouse);
        arrived += 1;
        return analytics.calls.QueryStats(...call);
      },
    });
    expect(await audit({ analytics: late(5) })).toMatchObject({ audited: 1, differences: 0, lines: [] });
    expect(await recorded()).toEqual([{ day: '2026-11-01', differences: 0 }]);

    // They never stop: no alarm, no result of the day, and the next run begins with other sites.
    await database.pool.query('DELETE FROM sites.audits');
    arrived = 1_000;
    expect(await audit({ analytics: late(Infinity) })).toMatchObject({ differences: 0, lines: [] });
    expect(await recorded()).toEqual([{ day: null, differences: 0 }]);
  }, 60_000);

  it('audits neither the current day nor a busy one, and records sites without such a day', async () => {
    const siteId = await onlySite('UTC');
    const at = (ts: string) =>
      sampleEvent({ workspace_id: WORKSPACE.workspaceId, site_id: siteId, ts: `${ts}T10:00:00.000Z` });
    await store([at('2026-11-10'), at('2026-11-09'), at('2026-11-02'), at('2026-11-02')], clickhouse);
    expect(await audit({ maxEvents: 1 })).toMatchObject({ audited: 1, differences: 0 });
    expect(await recorded()).toEqual([{ day: null, differences: 0 }]);
    expect(await audit()).toMatchObject({ audited: 1, differences: 0 });
    expect(await recorded()).toEqual([{ day: '2026-11-02', differences: 0 }]);
  });

  it('continues with the other sites if one fails, and begins with them in the next run', async () => {
    const broken = await onlySite('UTC');
    const { site } = await sites.calls.CreateSite({ domain: 'intact.example' }, WORKSPACE);
    const failing: Analytics = {
      ...analytics.calls,
      QueryStats: async (request, call) => {
        if (request.question?.siteId === broken) throw new Error('unavailable');
        return analytics.calls.QueryStats(request, call);
      },
    };
    expect(await audit({ analytics: failing })).toMatchObject({ audited: 1, failed: [broken] });
    // One more site: it comes first, then the two others in the order of their attempts.
    const { site: fresh } = await sites.calls.CreateSite({ domain: 'fresh.example' }, WORKSPACE);
    await database.pool.query(
      `UPDATE sites.audits SET attempted_at = CASE site_id WHEN $1 THEN now() ELSE now() - interval '1 hour' END`,
      [broken],
    );
    const { sites: next } = await sites.calls.ListSitesToAudit({ limit: 10 });
    expect(next.map(({ id }) => id)).toEqual([fresh?.id, site?.id, broken]);
  });
});
