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
  const asked = { ...OVER, siteId, ...question };
  return (await analytics.calls.QueryStats({ question: asked }, IN_WORKSPACE)).totals?.visitors;
}

/** How many statements have read events of the test's database. */
async function reads(): Promise<number> {
  await command('SYSTEM FLUSH LOGS');
  const result = await analytics.clickhouse.client.query({
    query: `SELECT count() AS n FROM system.query_log
            WHERE type = 'QueryFinish' AND query_kind = 'Select' AND has(tables, concat(currentDatabase(), '.events'))`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

describe('An answer about days that are over', () => {
  it('is given again without reading an event', async () => {
    // A merge makes another version of the same events.
    await command('SYSTEM STOP MERGES events');
    expect(await visitors()).toBe(1);
    const before = await reads();
    expect(await visitors()).toBe(1);
    expect(await reads()).toBe(before);
    await command('SYSTEM START MERGES events');
  });

  it('is worked out anew when an event of those days comes late', async () => {
    expect(await visitors()).toBe(1);
    await analytics.insert([visit('2026-03-08T12:00:00.000Z')]);
    expect(await visitors()).toBe(2);
  });

  it('is right while many events come and many ask', async () => {
    for (let day = 1; day < 9; day++) {
      const asking = [visitors(), visitors(), visitors()];
      await analytics.insert([visit(`2026-03-0${day}T12:00:00.000Z`)]);
      expect(await visitors()).toBe(1 + day);
      for (const answer of await Promise.all(asking)) expect([day, day + 1]).toContain(answer);
    }
  });

  it('forgets what was deleted', async () => {
    expect(await visitors()).toBe(1);
    await analytics.calls.PurgeSite({ siteId, dryRun: false }, { ...IN_WORKSPACE, deadlineMs: 60_000 });
    await waitFor('the deletion to be seen', async () => (await visitors()) === 0);
  });

  it('stays as it is when parts are merged', async () => {
    await analytics.insert([visit('2026-03-09T12:00:00.000Z'), visit('2026-03-08T12:00:00.000Z')]);
    expect(await visitors()).toBe(2);
    await command('OPTIMIZE TABLE events FINAL');
    expect(await visitors()).toBe(2);
  });

  it('is another for another site, workspace, zone or filter', async () => {
    expect(await visitors()).toBe(1);
    expect(await visitors({ siteId: 1_000 })).toBe(0);
    expect(await visitors({ timezone: 'Asia/Tokyo', to: '2026-03-08' })).toBe(0);
    expect(await visitors({ filters: [{ key: 'channel', operator: 'is', value: 'Email' }] })).toBe(0);
    const question = { ...OVER, siteId };
    const { totals } = await analytics.calls.QueryStats({ question }, { workspaceId: 2 });
    expect(totals?.visitors).toBe(0);
  });
});

it('A window that is not over yet is never answered from memory', async () => {
  const running = { from: '2026-03-09', to: '2026-03-10' };
  await visitors(running);
  const before = await reads();
  await visitors(running);
  expect(await reads()).toBeGreaterThan(before);
});
