import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { compileSiteDays, planActivity } from '../src/queries/list-site-activity';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

/** 00:30 in Berlin, 18:30 of the previous day in New York. */
const NOW = '2026-03-09T23:30:00.000Z';
const SITES = [
  { siteId: 3, timezone: 'America/New_York' },
  { siteId: 1, timezone: 'Europe/Berlin' },
  { siteId: 2, timezone: 'Europe/Berlin' },
  { siteId: 4, timezone: 'Asia/Kolkata' },
];

let analytics: RunningAnalytics;
const list = (sites = SITES, workspaceId = 1) => analytics.calls.ListSiteActivity({ sites }, { workspaceId });

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
  const at = (ts: string, site: number, visitor: number, workspace = 1) =>
    sampleEvent({
      ts,
      received_at: ts,
      site_id: site,
      workspace_id: workspace,
      visitor_id: String(visitor),
      event_id: crypto.randomUUID(),
    });
  const [ofSite3, again] = [at('2026-02-08T05:00:00.000Z', 3, 1), at('2026-03-01T12:00:00.000Z', 1, 1)];
  await analytics.insert([
    // The first millisecond of the first day, and the last one before it.
    ofSite3,
    at('2026-02-08T04:59:59.999Z', 3, 2),
    at('2026-02-08T22:59:59.999Z', 1, 9),
    at('2026-02-08T23:00:00.000Z', 1, 2),
    again,
    at('2026-03-01T13:00:00.000Z', 1, 2),
    // Online, on either side of Berlin's midnight.
    at('2026-03-09T22:59:00.000Z', 1, 3),
    at('2026-03-09T23:28:00.000Z', 1, 3),
    at('2026-03-09T23:29:00.000Z', 1, 4),
    // Another site, and another workspace.
    at(NOW, 5, 1),
    at(NOW, 1, 7, 2),
  ]);
  await analytics.insert([{ ...again, received_at: NOW }]);
});
afterAll(() => analytics.stop());

describe('ListSiteActivity', () => {
  it('returns the visitors of each site by its own days, in the order of the request', async () => {
    const { sites } = await list();
    expect(
      sites.map(({ siteId, online, visitors, days }) => [siteId, online, visitors, days.length]),
    ).toEqual([
      [3, 0, 1, 30],
      [1, 2, 4, 30],
      [2, 0, 0, 30],
      [4, 0, 0, 30],
    ]);
    const [newYork, berlin, , kolkata] = sites;
    expect([newYork, berlin, kolkata].map((site) => [site?.days.at(0)?.day, site?.days.at(-1)?.day])).toEqual(
      [
        ['2026-02-08', '2026-03-09'],
        ['2026-02-09', '2026-03-10'],
        ['2026-02-09', '2026-03-10'],
      ],
    );
    expect(newYork?.days.filter(({ visitors }) => visitors > 0)).toEqual([
      { day: '2026-02-08', visitors: 1 },
    ]);
    expect(berlin?.days.filter(({ visitors }) => visitors > 0)).toEqual([
      { day: '2026-02-09', visitors: 1 },
      { day: '2026-03-01', visitors: 2 },
      { day: '2026-03-09', visitors: 1 },
      { day: '2026-03-10', visitors: 2 },
    ]);
  });

  it('returns an empty day that the zone skipped', async () => {
    const ts = '2011-12-30T10:30:00.000Z';
    await analytics.insert([sampleEvent({ ts, received_at: ts, site_id: 11, workspace_id: 1 })]);
    analytics.clock.set(Date.parse('2012-01-03T00:00:00Z'));
    try {
      const [site] = (await list([{ siteId: 11, timezone: 'Pacific/Apia' }])).sites;
      const around = site?.days.filter(({ day }) => day >= '2011-12-29' && day <= '2012-01-01');
      expect(around?.map(({ day, visitors }) => [day, visitors])).toEqual([
        ['2011-12-29', 0],
        ['2011-12-30', 0],
        ['2011-12-31', 1],
        ['2012-01-01', 0],
      ]);
    } finally {
      analytics.clock.set(Date.parse(NOW));
    }
  });

  it('returns the same numbers as the methods for a single site', async () => {
    const { sites } = await list();
    for (const { siteId, timezone } of SITES) {
      const question = { siteId, timezone, range: '30d', grain: 'day', filters: [] };
      const of = { workspaceId: 1 };
      const [activity, stats] = await Promise.all([
        analytics.calls.GetSiteActivity({ siteId }, of),
        analytics.calls.QueryStats({ question }, of),
      ]);
      const listed = sites.find((site) => site.siteId === siteId);
      expect({
        lastEventAtMs: listed?.lastEventAtMs,
        online: listed?.online,
        visitors: listed?.visitors,
        days: listed?.days,
      }).toEqual({
        lastEventAtMs: activity.lastEventAtMs,
        online: activity.online,
        visitors: stats.totals?.visitors,
        days: stats.series.map(({ bucket, visitors }) => ({ day: bucket, visitors })),
      });
    }
  });

  it('accepts the max number of sites, in all time zones', async () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const many = Array.from({ length: 500 }, (_, index) => ({
      siteId: index + 1,
      timezone: zones[index % zones.length] ?? 'UTC',
    }));
    const { sites } = await list(many);
    expect(sites.map(({ siteId }) => siteId)).toEqual(many.map(({ siteId }) => siteId));
    const alone = await Promise.all(
      [1, 3].map((siteId) => list(many.filter((site) => site.siteId === siteId))),
    );
    expect([sites[0], sites[2]]).toEqual(alone.map((answer) => answer.sites[0]));
  });

  it('counts nothing of another workspace', async () => {
    const { sites } = await list(SITES, 3);
    for (const { online, visitors, lastEventAtMs } of sites)
      expect({ online, visitors, lastEventAtMs }).toEqual({
        online: 0,
        visitors: 0,
        lastEventAtMs: undefined,
      });
    const [ofTwo] = (await list([{ siteId: 1, timezone: 'UTC' }], 2)).sites;
    expect(ofTwo).toMatchObject({ online: 1, visitors: 1 });
  });

  it.each([
    ['no site', []],
    ['more than 500', Array.from({ length: 501 }, (_, index) => ({ siteId: index + 1, timezone: 'UTC' }))],
    ['a site twice', [SITES[0], SITES[0]]],
    ['an invalid id', [{ siteId: 0, timezone: 'UTC' }]],
    ['an invalid zone', [{ siteId: 1, timezone: "UTC'" }]],
  ])('rejects %s', async (_what, sites) => {
    await expect(list(sites as typeof SITES)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('reads the events of the requested sites only', async () => {
    const plan = planActivity(SITES, { workspaceId: 1, nowMs: Date.parse(NOW) });
    const { query, params } = compileSiteDays(plan);
    const result = await analytics.clickhouse.client.query({
      query: `EXPLAIN indexes = 1 ${query}`,
      query_params: params,
      format: 'TabSeparated',
    });
    expect(await result.text()).toMatch(/\(site_id in \d-element set\)/);
  });
});
