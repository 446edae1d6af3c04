import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const OVER = { siteId: 1, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09', filters: [] };

let analytics: RunningAnalytics;
let siteId = 0;

beforeAll(async () => {
  analytics = await startAnalytics(NOW);
});

beforeEach(async () => {
  siteId += 1;
  await analytics.insert([visit('2026-03-09T12:00:00.000Z')]);
});

afterAll(() => analytics.stop());

const visit = (ts: string) => sampleEvent({ site_id: siteId, visitor_id: ts.slice(8, 10), ts });
const command = (query: string) => analytics.clickhouse.client.command({ query });

async function visitors(question: object = {}): Promise<number | undefined> {
  const query = { ...OVER, siteId, ...question };
  return (await analytics.calls.QueryStats({ question: query }, IN_WORKSPACE)).totals?.visitors;
}

/** The number of statements that have read events of the test's database. */
async function reads(): Promise<number> {
  await command('SYSTEM FLUSH LOGS');
  const result = await analytics.clickhouse.client.query({
    query: `SELECT count() AS n FROM system.query_log
            WHERE type = 'QueryFinish' AND query_kind = 'Select' AND has(tables, concat(currentDatabase(), '.events'))`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

describe('the result of an ended time range', () => {
  it('is returned again without reading an event', async () => {
    // A merge changes the version of the same events.
    await command('SYSTEM STOP MERGES events');
    expect(await visitors()).toBe(1);
    const before = await reads();
    expect(await visitors()).toBe(1);
    expect(await reads()).toBe(before);
    await command('SYSTEM START MERGES events');
  });

  it('is computed again after a late event', async () => {
    expect(await visitors()).toBe(1);
    await analytics.insert([visit('2026-03-08T12:00:00.000Z')]);
    expect(await visitors()).toBe(2);
  });

  it('is computed again after a late event outside of the range makes a session no bounce', async () => {
    const question = { ...OVER, siteId, from: '2026-03-09' };
    const bounceRate = async () =>
      (await analytics.calls.QueryStats({ question }, IN_WORKSPACE)).totals?.bounceRate;
    const page = (ts: string) => sampleEvent({ site_id: siteId, visitor_id: '9', session_id: '9', ts });
    await analytics.insert([page('2026-03-09T00:10:00.000Z')]);
    expect(await bounceRate()).toBe(100);
    await analytics.insert([page('2026-03-08T23:50:00.000Z')]);
    expect(await bounceRate()).toBe(50);
  });

  it('is correct while events are inserted concurrently', async () => {
    for (let day = 1; day < 9; day++) {
      const running = [visitors(), visitors(), visitors()];
      await analytics.insert([visit(`2026-03-0${day}T12:00:00.000Z`)]);
      expect(await visitors()).toBe(1 + day);
      for (const answer of await Promise.all(running)) expect([day, day + 1]).toContain(answer);
    }
  });

  it('does not contain deleted events', async () => {
    expect(await visitors()).toBe(1);
    await analytics.calls.PurgeSite({ siteId, dryRun: false }, { ...IN_WORKSPACE, deadlineMs: 60_000 });
    await waitFor('the deletion to take effect', async () => (await visitors()) === 0);
  });

  it('does not change when parts are merged', async () => {
    await analytics.insert([visit('2026-03-09T12:00:00.000Z'), visit('2026-03-08T12:00:00.000Z')]);
    expect(await visitors()).toBe(2);
    await command('OPTIMIZE TABLE events FINAL');
    expect(await visitors()).toBe(2);
  });

  it('depends on site, workspace, zone and filters', async () => {
    expect(await visitors()).toBe(1);
    expect(await visitors({ siteId: 1_000 })).toBe(0);
    expect(await visitors({ timezone: 'Asia/Tokyo', to: '2026-03-08' })).toBe(0);
    expect(await visitors({ filters: [{ key: 'channel', operator: 'is', value: 'Email' }] })).toBe(0);
    const question = { ...OVER, siteId };
    const { totals } = await analytics.calls.QueryStats({ question }, { workspaceId: 2 });
    expect(totals?.visitors).toBe(0);
  });
});

it('the result of a time range that has not ended is never cached', async () => {
  const running = { from: '2026-03-09', to: '2026-03-10' };
  await visitors(running);
  const before = await reads();
  await visitors(running);
  expect(await reads()).toBeGreaterThan(before);
});

/** Two processes with a cache each, like two replicas. Neither notifies the other. */
describe('two services on one event store', () => {
  let first: RunningAnalytics;
  let second: RunningAnalytics;
  beforeAll(async () => {
    first = await startAnalytics(NOW);
    const { clickhouse } = first;
    // The first service drops the store.
    second = await startAnalytics(NOW, {}, { ...clickhouse, drop: () => Promise.resolve() });
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  const visitOn = (visitor: number, day: number) =>
    sampleEvent({ site_id: 1, visitor_id: String(visitor), ts: `2026-03-0${day}T12:00:00.000Z` });

  async function visitorsOf({ calls }: RunningAnalytics): Promise<number | undefined> {
    return (await calls.QueryStats({ question: { ...OVER, siteId: 1 } }, { workspaceId: 1 })).totals
      ?.visitors;
  }

  it('never return a cached result that a late event has changed', async () => {
    for (let visitor = 1; visitor <= 9; visitor++) {
      await first.insert([visitOn(visitor, visitor)]);
      for (const each of [first, second, second, first]) expect(await visitorsOf(each)).toBe(visitor);
    }
  });

  it('never return a cached result that the other service has deleted', async () => {
    expect(await visitorsOf(second)).toBe(9);
    await first.calls.PurgeSite({ siteId: 1, dryRun: false }, { workspaceId: 1, deadlineMs: 60_000 });
    expect(await visitorsOf(second)).toBe(0);
    expect(await visitorsOf(first)).toBe(0);
  });
});
