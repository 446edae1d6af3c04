import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const question = { siteId: 1, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09' };

let first: RunningAnalytics;
let second: RunningAnalytics;
beforeAll(async () => {
  first = await startAnalytics(NOW);
  const { clickhouse } = first;
  // The store is the first one's to drop.
  second = await startAnalytics(NOW, {}, { ...clickhouse, drop: () => Promise.resolve() });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const visit = (visitor: number, day: number) =>
  sampleEvent({ site_id: 1, visitor_id: String(visitor), ts: `2026-03-0${day}T12:00:00.000Z` });

async function visitors({ calls }: RunningAnalytics): Promise<number | undefined> {
  return (await calls.QueryStats({ question }, { workspaceId: 1 })).totals?.visitors;
}

/** Two processes that both keep answers, as two replicas do; neither hears of the other. */
describe('two services on one store', () => {
  it('never answer from memory what a late event has changed', async () => {
    for (let visitor = 1; visitor <= 9; visitor++) {
      await first.insert([visit(visitor, visitor)]);
      for (const each of [first, second, second, first]) expect(await visitors(each)).toBe(visitor);
    }
  });

  it('never answer from memory what the other has deleted', async () => {
    expect(await visitors(second)).toBe(9);
    await first.calls.PurgeSite({ siteId: 1, dryRun: false }, { workspaceId: 1, deadlineMs: 60_000 });
    expect(await visitors(second)).toBe(0);
    expect(await visitors(first)).toBe(0);
  });
});
