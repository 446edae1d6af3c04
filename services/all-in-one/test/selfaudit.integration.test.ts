import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { RpcClient } from '@headwater/kit/rpc/client';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { Analytics } from '@headwater/selfaudit/audit-day';
import { createDefinitions, DAYS, earlierEvents, randomEvents, visit, WORKSPACE } from './selfaudit-facts';
import { startSelfaudit, type Run, type SelfauditFixture } from './selfaudit-fixture';

const SEED = Number(process.env['SELFAUDIT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let selfaudit: SelfauditFixture;
let sites: SelfauditFixture['sites'];
let analytics: SelfauditFixture['analytics'];
let database: SelfauditFixture['database'];
let clickhouse: TestClickhouse;
/** Another event store with the same events, before a test corrupts it. */
let otherClickhouse: TestClickhouse;
let other: RpcClient<AnalyticsDefinition>;

beforeAll(async () => {
  [selfaudit, otherClickhouse] = await Promise.all([startSelfaudit(), migratedClickhouse()]);
  ({ sites, analytics, database, clickhouse } = selfaudit);
  other = await selfaudit.analyticsOf(otherClickhouse.url);
}, 60_000);
afterAll(async () => {
  await selfaudit.stop();
  await otherClickhouse.drop();
});

const onlySite = async (timezone: string): Promise<number> => (await selfaudit.onlySite(timezone)).id;
const audit = (run?: Run) => selfaudit.audit(run);
const recorded = () => selfaudit.recorded();

async function store(events: readonly EventRow[], ...stores: TestClickhouse[]): Promise<void> {
  for (const { client } of stores) await insertEvents(client, events);
}

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
    expect(result).toMatchObject({ audited: 1, differences: 0, failed: [] });
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
    // Three weeks before that of the audited day begin the window: the early event is in its first week, on its fourth day.
    const wrong = (grain: string, path: string, [expected, actual]: readonly [number, number]) => ({
      ...{ query: `QueryRetention by ${grain}`, path: `cohorts[${path}]`, expected, actual },
    });
    expect(lines).toMatchObject([
      wrong('week', '0].visitors[0', [1, 0]),
      wrong('week', '0].visitors[3', [1, 0]),
      wrong('week', '3].visitors[0', [0, 1]),
      wrong('day', '3].visitors[0', [1, 0]),
      wrong('day', '3].visitors[24', [1, 0]),
      wrong('day', '27].visitors[0', [0, 1]),
    ]);
  });

  it('finds wrong times of a funnel', async () => {
    const siteId = await onlySite('UTC');
    await createDefinitions(sites.calls, siteId);
    const at = (time: string, more: Partial<EventRow>): EventRow => ({
      ...visit(siteId, 1, `2026-11-01T${time}:00.000Z`),
      ...more,
    });
    const enters = at('10:00', { pathname: '/', event_id: '00000000-0000-4000-8000-000000000001' });
    const others = [
      at('10:10', { pathname: '/pricing', event_id: '00000000-0000-4000-8000-000000000002' }),
      at('10:20', { name: 'signup', event_id: '00000000-0000-4000-8000-000000000003' }),
    ];
    await store([enters, ...others], clickhouse);
    await store([{ ...enters, ts: '2026-11-01T10:05:00.000Z' }, ...others], otherClickhouse);
    const queried = { ...other.calls, ExportEvents: analytics.calls.ExportEvents };
    const { lines } = await audit({ analytics: queried });
    const ofFunnel = lines.filter(({ query }) => query === 'QueryFunnel of funnel 1 by nothing');
    expect(ofFunnel).toMatchObject([
      { path: 'steps[1].timeToConvert.median', expected: 600, actual: 300 },
      { path: 'steps[1].timeToConvert.p90', expected: 600, actual: 300 },
      { path: 'steps[2].timeToConvert.median', expected: 1_200, actual: 900 },
      { path: 'steps[2].timeToConvert.p90', expected: 1_200, actual: 900 },
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
