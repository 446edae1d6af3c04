import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { createSiteOn, DAY, NO_IDS, OURS, START, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());

/** The self-audit metrics in `/metrics`, by name. */
async function auditMetrics(): Promise<Record<string, number>> {
  const lines = (await processMetrics().text())
    .split('\n')
    .filter((line) => line.startsWith('headwater_selfaudit'));
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]),
  );
}
const listed = async (limit = 10) => (await sites.calls.ListSitesToAudit({ limit })).sites;
const idsOf = (found: readonly { readonly id: number }[]): number[] => found.map(({ id }) => id);

it('lists sites by their last audit, repeats a day with differences, and counts the differences', async () => {
  expect(await auditMetrics()).toEqual({
    headwater_selfaudit_differences: 0,
    headwater_selfaudit_age_seconds: 0,
  });
  const created = [
    await createSiteOn(sites, 'a.example', OURS),
    await createSiteOn(sites, 'b.example', OURS),
    await createSiteOn(sites, 'c.example', { workspaceId: 2 }),
  ];
  const first = await listed();
  expect(idsOf(first).sort()).toEqual(idsOf(created).sort());
  expect(first.find(({ id }) => id === created[2]?.id)).toMatchObject({ workspaceId: 2, timezone: 'UTC' });
  expect(await listed(2)).toEqual(first.slice(0, 2));

  const [one, two, three] = first.map(({ id, workspaceId }) => ({ siteId: id, workspaceId }));
  if (!one || !two || !three) throw new Error('three sites are expected');
  const record = ({ siteId, workspaceId }: typeof one, differences: number, day?: string) =>
    sites.calls.RecordAudit({ siteId, differences, ...(day === undefined ? {} : { day }) }, { workspaceId });
  await record(one, 0);
  sites.clock.set(START + 1_000);
  await record(two, 3, '2026-10-30');
  expect(await listed()).toMatchObject([
    { id: two.siteId, day: '2026-10-30' },
    { id: three.siteId },
    { id: one.siteId },
  ]);
  sites.clock.set(START + 61_000);
  expect(await auditMetrics()).toEqual({
    headwater_selfaudit_differences: 3,
    headwater_selfaudit_age_seconds: 60,
  });

  await record(two, 0, '2026-10-30');
  expect(idsOf(await listed())).toEqual([three.siteId, one.siteId, two.siteId]);
  expect(await auditMetrics()).toMatchObject({ headwater_selfaudit_differences: 0 });
});

it('lists sites whose audits fail after the others, and at most half a run of sites with differences', async () => {
  await sites.database.pool.query('DELETE FROM sites.sites');
  const ids: number[] = [];
  for (let n = 0; n < 6; n += 1) ids.push((await createSiteOn(sites, `turn${n}.example`, OURS)).id);
  const run = async (limit: number, audit: (siteId: number) => Promise<unknown>): Promise<number[]> => {
    sites.clock.set(sites.clock.now() + DAY);
    const found = idsOf(await listed(limit));
    for (const siteId of found) {
      await sites.calls.BeginAudit({ siteId }, OURS);
      await audit(siteId);
    }
    return found;
  };
  const fail = () => Promise.resolve();
  const [first, second] = [await run(4, fail), await run(4, fail)];
  expect(second.slice(0, 2).toSorted()).toEqual(ids.filter((id) => !first.includes(id)));
  expect(second.slice(2)).toEqual(first.slice(0, 2));

  const differ = (siteId: number) =>
    sites.calls.RecordAudit({ siteId, day: '2026-10-30', differences: 12 }, OURS);
  await run(5, differ);
  const runs = [await run(4, differ), await run(4, differ), await run(4, differ)];
  // Two of the five sites with differences come first. The intact site follows.
  expect(new Set(runs.flat())).toEqual(new Set(ids));
  await sites.calls.BeginAudit({ siteId: 999_999 }, OURS);
  await expect(sites.calls.BeginAudit({ siteId: 0 }, OURS)).rejects.toMatchObject({
    code: 'site_not_found',
  });
  await sites.database.pool.query('DELETE FROM sites.sites');
});

it('neither lists deleted sites nor records audits of unknown or foreign sites', async () => {
  const { id } = await createSiteOn(sites, 'deleted.example', OURS);
  await sites.calls.RecordAudit({ siteId: id, differences: 5 }, { workspaceId: 2 });
  await sites.calls.RecordAudit({ siteId: 999_999, differences: 5 }, OURS);
  expect(await auditMetrics()).toMatchObject({ headwater_selfaudit_differences: 0 });
  await sites.calls.RecordAudit({ siteId: id, differences: 5 }, OURS);
  expect(await auditMetrics()).toMatchObject({ headwater_selfaudit_differences: 5 });
  await sites.calls.DeleteSite({ id }, OURS);
  expect(await auditMetrics()).toMatchObject({ headwater_selfaudit_differences: 0 });
  sites.clock.set(START + DAY);
  expect(idsOf(await listed(500))).not.toContain(id);
});

it('rejects a day that is no calendar date, and ids that no site has', async () => {
  const { id } = await createSiteOn(sites, 'dated.example', OURS);
  const invalid = expect.objectContaining({ code: 'invalid_request' }) as unknown;
  await expect(
    sites.calls.RecordAudit({ siteId: id, day: 'yesterday', differences: 0 }, OURS),
  ).rejects.toEqual(invalid);
  for (const siteId of NO_IDS.slice(0, 2))
    await expect(sites.calls.RecordAudit({ siteId, differences: 0 }, OURS)).rejects.toMatchObject({
      code: 'site_not_found',
    });
});
