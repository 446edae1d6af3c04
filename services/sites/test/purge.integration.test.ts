import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
let testNumber = 0;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(() => {
  testNumber += 1;
  sites.clock.set(START);
});

/** A deleted site, due 30 days after the start. */
async function deletedSite(): Promise<number> {
  const { id } = await createSiteOn(sites, `purge${testNumber}.example`, OURS);
  await sites.calls.DeleteSite({ id }, OURS);
  return id;
}
const dueIds = async (): Promise<number[]> => (await sites.calls.ListDue({})).sites.map(({ id }) => id);
const notFound = expect.objectContaining({ code: 'site_not_found' }) as unknown;
const recordOf = async (id: number) => {
  const { rows } = await sites.database.pool.query('SELECT * FROM sites.purges WHERE site_id = $1', [id]);
  return rows[0] as Record<string, unknown> | undefined;
};

describe('the purge of a site', () => {
  it('is due after 30 days and not before', async () => {
    const id = await deletedSite();
    sites.clock.set(START + 30 * DAY - 1_000);
    expect(await dueIds()).not.toContain(id);
    await expect(sites.calls.BeginPurge({ id }, OURS)).rejects.toEqual(notFound);
    sites.clock.set(START + 30 * DAY + 1_000);
    expect(await dueIds()).toContain(id);
  });

  it('is refused for an active site, and cannot finish before it begins', async () => {
    const { id } = await createSiteOn(sites, `active${testNumber}.example`, OURS);
    sites.clock.set(START + 365 * DAY);
    expect(await dueIds()).not.toContain(id);
    await expect(sites.calls.BeginPurge({ id }, OURS)).rejects.toEqual(notFound);
    await expect(sites.calls.FinishPurge({ id }, OURS)).rejects.toEqual(notFound);
    sites.clock.set(START);
    const due = await deletedSite();
    sites.clock.set(START + 30 * DAY);
    await expect(sites.calls.FinishPurge({ id: due }, OURS)).rejects.toEqual(notFound);
    expect(await dueIds()).toContain(due);
  });

  it('deletes the site and keeps a record of ids, times and numbers; each step may be repeated', async () => {
    const id = await deletedSite();
    sites.clock.set(START + 30 * DAY);
    await sites.calls.BeginPurge({ id, rows: { events: 3 } }, OURS);
    sites.clock.set(START + 30 * DAY + 5);
    await sites.calls.BeginPurge({ id, rows: {} }, OURS);
    expect(await dueIds()).toContain(id);
    await sites.calls.FinishPurge({ id }, OURS);
    sites.clock.set(START + 30 * DAY + 9);
    await sites.calls.FinishPurge({ id }, OURS);
    expect(await dueIds()).not.toContain(id);
    expect(await recordOf(id)).toEqual({
      site_id: String(id),
      workspace_id: '1',
      created_at: new Date(START),
      deleted_at: new Date(START),
      purge_at: new Date(START + 30 * DAY),
      began_at: new Date(START + 30 * DAY),
      finished_at: new Date(START + 30 * DAY + 5),
      rows: { events: 3, notices: 1, sites: 1 },
    });
    const { rows } = await sites.database.pool.query('SELECT 1 FROM sites.sites WHERE id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('either loses to a concurrent restore or purges the site completely', async () => {
    for (let round = 0; round < 20; round += 1) {
      testNumber += 100;
      sites.clock.set(START);
      const id = await deletedSite();
      // A replica whose clock is behind can restore a site that is due for another replica.
      const behind = sites.database.pool.query(
        `UPDATE sites.sites SET deleted_at = NULL, purge_at = NULL
         WHERE workspace_id = 1 AND id = $1 AND purge_at > $2 AND purge_began_at IS NULL RETURNING id`,
        [id, new Date(START + 30 * DAY - 1)],
      );
      sites.clock.set(START + 30 * DAY);
      const [restored, begun] = await Promise.all([
        behind.then(({ rowCount }) => rowCount === 1),
        sites.calls.BeginPurge({ id }, OURS).then(
          () => true,
          () => false,
        ),
      ]);
      expect(restored).not.toBe(begun);
      sites.clock.set(START + 30 * DAY - 1);
      const again = sites.calls.RestoreSite({ id }, OURS);
      if (begun) await expect(again).rejects.toEqual(notFound);
      else expect((await again).id).toBe(id);
    }
  });

  it('has a readable state, and finally the row counts of both databases, only for its workspace', async () => {
    const { id } = await createSiteOn(sites, `state${testNumber}.example`, OURS);
    const read = (workspaceId = 1) => sites.calls.GetPurge({ siteId: id }, { workspaceId });
    const goal = { name: 'G', type: 'event', event: 'signup', path: '', filters: [] };
    await sites.calls.CreateGoal({ siteId: id, goal }, OURS);
    await sites.calls.CreateGoal({ siteId: id, goal }, OURS);
    expect(await read()).toMatchObject({ siteId: id, state: 'active', rows: {} });
    await sites.calls.DeleteSite({ id }, OURS);
    const times = { deletedAtMs: START, purgeAtMs: START + 30 * DAY };
    expect(await read()).toMatchObject({ siteId: id, state: 'scheduled', ...times, rows: {} });
    sites.clock.set(START + 30 * DAY);
    await sites.calls.BeginPurge({ id, rows: { events: 3 } }, OURS);
    const begun = {
      siteId: id,
      ...times,
      beganAtMs: START + 30 * DAY,
      rows: { events: 3, goals: 2, notices: 1, sites: 1 },
    };
    expect(await read()).toMatchObject({ ...begun, state: 'purging' });
    await sites.calls.FinishPurge({ id }, OURS);
    expect(await read()).toMatchObject({ ...begun, state: 'purged', finishedAtMs: START + 30 * DAY });
    await expect(read(2)).rejects.toEqual(notFound);
    await expect(sites.calls.GetPurge({ siteId: 999_999 }, OURS)).rejects.toEqual(notFound);
  });

  it('is listed last begun first, in pages, only for its workspace', async () => {
    const list = async (page: object = {}, workspaceId = 1) =>
      (await sites.calls.ListPurges({ limit: 500, ...page }, { workspaceId })).purges;
    const { purges: before } = { purges: await list() };
    const ids = [await deletedSite(), 0];
    testNumber += 1_000;
    ids[1] = await deletedSite();
    sites.clock.set(START + 31 * DAY);
    for (const id of ids) await sites.calls.BeginPurge({ id }, OURS);
    const all = await list();
    expect(all.map(({ siteId }) => siteId)).toEqual([
      ...ids.toReversed(),
      ...before.map(({ siteId }) => siteId),
    ]);
    const [first] = all;
    const rest = await list({ beforeMs: first?.beganAtMs, beforeSiteId: first?.siteId, limit: 1 });
    expect(rest.map(({ siteId }) => siteId)).toEqual([ids[0]]);
    expect(await list({}, 2)).toEqual([]);
  });

  it('takes an expired site, and not before it expires', async () => {
    const { site } = await sites.calls.CreateSite(
      { domain: `trial${testNumber}.example`, expiresAtMs: START + DAY },
      OURS,
    );
    const id = site?.id ?? 0;
    sites.clock.set(START + DAY - 1);
    expect(await dueIds()).not.toContain(id);
    expect((await sites.calls.GetSite({ id }, OURS)).id).toBe(id);
    sites.clock.set(START + DAY);
    expect(await dueIds()).toContain(id);
    await sites.calls.BeginPurge({ id }, OURS);
    await expect(sites.calls.GetSite({ id }, OURS)).rejects.toEqual(notFound);
    await expect(sites.calls.RestoreSite({ id }, OURS)).rejects.toEqual(notFound);
    await sites.calls.FinishPurge({ id }, OURS);
    expect(await recordOf(id)).toMatchObject({ purge_at: new Date(START + DAY) });
    const past = sites.calls.CreateSite({ domain: 'past.example', expiresAtMs: START }, OURS);
    await expect(past).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('does not affect sites of another workspace', async () => {
    const id = await deletedSite();
    sites.clock.set(START + 30 * DAY);
    await expect(sites.calls.BeginPurge({ id }, { workspaceId: 2 })).rejects.toEqual(notFound);
    await sites.calls.BeginPurge({ id }, OURS);
    await expect(sites.calls.FinishPurge({ id }, { workspaceId: 2 })).rejects.toEqual(notFound);
    expect(await dueIds()).toContain(id);
  });

  it('lists the times until the purges of sites, from the deletion to after the purge', async () => {
    const { id: active } = await createSiteOn(sites, `times${testNumber}.example`, OURS);
    const expiresAtMs = START + DAY;
    const expiring = await sites.calls.CreateSite(
      { domain: `expires${testNumber}.example`, expiresAtMs },
      OURS,
    );
    const expiringId = expiring.site?.id ?? 0;
    const deleted = await deletedSite();
    const siteIds = [active, expiringId, deleted, 999_999];
    expect(await sites.calls.ListPurgeTimes({ siteIds })).toEqual({
      sites: [
        { siteId: expiringId, purgeInMs: DAY },
        { siteId: deleted, purgeInMs: 30 * DAY },
      ],
    });
    sites.clock.set(START + 30 * DAY);
    await sites.calls.BeginPurge({ id: deleted, rows: {} }, OURS);
    sites.clock.set(START + 31 * DAY);
    expect(await sites.calls.ListPurgeTimes({ siteIds: [deleted] })).toEqual({
      sites: [{ siteId: deleted, purgeInMs: -DAY }],
    });
    await sites.calls.FinishPurge({ id: deleted }, OURS);
    expect(await sites.calls.ListPurgeTimes({ siteIds: [deleted] })).toEqual({
      sites: [{ siteId: deleted, purgeInMs: -DAY }],
    });
  });
});
