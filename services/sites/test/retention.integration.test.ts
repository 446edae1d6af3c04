import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
let id: number;
let domains = 0;
beforeEach(async () => {
  sites.clock.set(START);
  id = (await createSiteOn(sites, `site${++domains}.example`, OURS)).id;
});

const retention = async () => {
  const { retention: found } = await sites.calls.GetSite({ id }, OURS);
  return Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => !name.startsWith('_')));
};
const keep = (retentionDays: number) => sites.calls.UpdateSite({ id, retentionDays }, OURS);
const due = async () =>
  (await sites.calls.ListRetentionDue({})).sites.flatMap(({ days }) => (days?.siteId === id ? [days] : []));

/** 12:00 on November 1 in UTC; the first of 31 days is October 2. */
const FIRST_OF_30 = { fromDay: '2026-10-02', fromMs: Date.parse('2026-10-02') };

describe('retention', () => {
  it('stores all days by default, and applies immediately to a new site', async () => {
    expect(await retention()).toEqual({});
    const created = await sites.calls.CreateSite({ domain: 'new.example', retentionDays: 30 }, OURS);
    expect(created.site?.retention).toMatchObject({ days: 30, ...FIRST_OF_30 });
    expect(created.site?.retention?.appliesAtMs).toBeUndefined();
  });

  it.each([29, 3_651, 0, -1])('rejects %d days', async (days) => {
    await expect(keep(days)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await retention()).toEqual({});
  });

  it('applies after a week if it is shorter, and can be undone until then', async () => {
    await keep(30);
    const appliesAtMs = START + 7 * DAY;
    expect(await retention()).toEqual({ days: 30, appliesAtMs });
    expect(await due()).toEqual([]);
    sites.clock.set(START + DAY);
    await keep(30);
    expect(await retention()).toEqual({ days: 30, appliesAtMs });
    await sites.calls.UpdateSite({ id, unset: ['retentionDays'] }, OURS);
    expect(await retention()).toEqual({});
    sites.clock.set(START + 30 * DAY);
    expect(await due()).toEqual([]);
  });

  it('keeps the longer retention until a shorter one applies, and applies a longer one immediately', async () => {
    await keep(60);
    sites.clock.set(START + 7 * DAY);
    expect(await retention()).toEqual({ days: 60, fromDay: '2026-09-09', fromMs: Date.parse('2026-09-09') });
    await keep(30);
    expect(await retention()).toEqual({
      ...{ days: 30, appliesAtMs: START + 14 * DAY },
      ...{ fromDay: '2026-09-09', fromMs: Date.parse('2026-09-09') },
    });
    await keep(90);
    expect(await retention()).toMatchObject({ days: 90, fromDay: '2026-08-10' });
    expect((await retention())['appliesAtMs']).toBeUndefined();
  });

  it('is due once for each local day, and reports removed days', async () => {
    await sites.calls.UpdateSite({ id, timezone: 'Europe/Berlin' }, OURS);
    await keep(30);
    sites.clock.set(Date.parse('2026-11-09T22:59:00Z'));
    const days = { siteId: id, beforeDay: '2026-10-10', beforeMs: Date.parse('2026-10-09T22:00:00Z') };
    expect(await due()).toEqual([days]);
    await sites.calls.BeginRetention(days, OURS);
    expect(await retention()).toMatchObject({ removedBeforeDay: '2026-10-10' });
    expect(await due()).toEqual([days]);
    await sites.calls.FinishRetention(days, OURS);
    expect(await due()).toEqual([]);
    sites.clock.set(Date.parse('2026-11-09T23:00:00Z'));
    expect(await due()).toMatchObject([{ beforeDay: '2026-10-11' }]);
    // Removed events stay removed, in another time zone, too: part of October 10 is missing there.
    await sites.calls.UpdateSite({ id, timezone: 'Asia/Tokyo', unset: ['retentionDays'] }, OURS);
    expect(await retention()).toEqual({ removedBeforeDay: '2026-10-11' });
  });

  it.each([
    ['a longer retention', { retentionDays: 365 }],
    ['all days', { unset: ['retentionDays'] }],
  ])('is due again for days that were imported after a change to %s', async (_, change) => {
    const remove = async () => {
      const [days] = await due();
      if (!days) throw new Error('the site is not due');
      await sites.calls.BeginRetention(days, OURS);
      await sites.calls.FinishRetention(days, OURS);
    };
    await keep(30);
    sites.clock.set(START + 8 * DAY);
    await remove();
    await sites.calls.UpdateSite({ id, ...change }, OURS);
    expect(await due()).toEqual([]);
    await keep(365);
    sites.clock.set(START + 16 * DAY);
    expect(await due()).toMatchObject([{ beforeDay: '2025-11-17' }]);
    await remove();
    expect(await due()).toEqual([]);
  });

  it('begins no removal that the retention does not require any more, or of another workspace', async () => {
    await keep(30);
    sites.clock.set(START + 8 * DAY);
    const [days] = await due();
    if (!days) throw new Error('the site is not due');
    const notFound = { code: 'site_not_found' };
    await expect(sites.calls.BeginRetention(days, { workspaceId: 2 })).rejects.toMatchObject(notFound);
    await keep(31);
    await expect(sites.calls.BeginRetention(days, OURS)).rejects.toMatchObject(notFound);
    expect((await retention())['removedBeforeDay']).toBeUndefined();
  });

  it('covers deleted sites until their purge begins', async () => {
    await keep(30);
    sites.clock.set(START + 8 * DAY);
    await sites.calls.DeleteSite({ id }, OURS);
    expect(await due()).toHaveLength(1);
    sites.clock.set(START + 39 * DAY);
    await sites.calls.BeginPurge({ id, rows: {} }, OURS);
    expect(await due()).toEqual([]);
  });

  it('is overdue in the metrics from the expiry of the first day that is not removed', async () => {
    const metrics = async () =>
      (await processMetrics().text())
        .split('\n')
        .filter((line) => line.startsWith('headwater_retention'))
        .map((line) => line.replace('headwater_retention_', ''));
    await sites.database.pool.query(
      'UPDATE sites.sites SET retention_days = NULL, previous_retention_days = NULL',
    );
    expect(await metrics()).toEqual(['due_sites 0', 'overdue_seconds 0']);
    await keep(30);
    sites.clock.set(START + 7 * DAY + 60_000);
    expect(await metrics()).toEqual(['due_sites 1', 'overdue_seconds 60']);
    const [first] = await due();
    if (!first) throw new Error('the site is not due');
    await sites.calls.BeginRetention(first, OURS);
    await sites.calls.FinishRetention(first, OURS);
    expect(await metrics()).toEqual(['due_sites 0', 'overdue_seconds 0']);
    sites.clock.set(Date.parse('2026-11-10T00:02:00Z'));
    expect(await metrics()).toEqual(['due_sites 1', 'overdue_seconds 86520']);
    // Sites with the same retention are one group; the time zone and the removed days make another one.
    for (const timezone of ['UTC', 'UTC', 'Asia/Tokyo'])
      await sites.calls.CreateSite({ domain: `due${++domains}.example`, timezone, retentionDays: 30 }, OURS);
    sites.clock.set(Date.parse('2026-11-12T00:02:00Z'));
    expect(await metrics()).toEqual(['due_sites 4', 'overdue_seconds 259320']);
  });
});
