import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());

/** The purge metrics in `/metrics`, by `name{labels}`. */
async function purgeMetrics(): Promise<Record<string, number>> {
  const lines = (await processMetrics().text())
    .split('\n')
    .filter((line) => line.startsWith('headwater_purge'));
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]),
  );
}

test('the purge metrics count due sites, their delay, and purges by outcome', async () => {
  const none = {
    'headwater_purges{outcome="finished"}': 0,
    'headwater_purges{outcome="unfinished"}': 0,
    headwater_purge_due_sites: 0,
    headwater_purge_overdue_seconds: 0,
  };
  const { id } = await createSiteOn(sites, 'purged.example', OURS);
  await sites.calls.DeleteSite({ id }, OURS);
  expect(await purgeMetrics()).toEqual(none);
  sites.clock.set(START + 30 * DAY + 90_000);
  const due = { ...none, headwater_purge_due_sites: 1, headwater_purge_overdue_seconds: 90 };
  expect(await purgeMetrics()).toEqual(due);
  await sites.calls.BeginPurge({ id, rows: {} }, OURS);
  expect(await purgeMetrics()).toEqual({ ...due, 'headwater_purges{outcome="unfinished"}': 1 });
  await sites.calls.FinishPurge({ id }, OURS);
  expect(await purgeMetrics()).toEqual({ ...none, 'headwater_purges{outcome="finished"}': 1 });
});
