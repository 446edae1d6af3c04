import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { startSites, type SitesFixture, START, OURS, DAY, createSiteOn } from './sites-fixture';

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

/** A domain used by no other test of this file. */
const freshDomain = (): string => `site${testNumber}.example`;

const createdSite = (domain = freshDomain(), options = OURS): Promise<Site__Output> =>
  createSiteOn(sites, domain, options);

describe('deleting and restoring a site', () => {
  it('returns the time of the purge, 30 days from now', async () => {
    const { id } = await createdSite();
    expect(await sites.calls.DeleteSite({ id }, OURS)).toEqual({ id, purgeAtMs: START + 30 * DAY });
  });

  it('hides a deleted site from every call except the list of deleted sites', async () => {
    const { id, siteKey } = await createdSite();
    await sites.calls.DeleteSite({ id }, OURS);
    const notFound = expect.objectContaining({ code: 'site_not_found' }) as unknown;
    await expect(sites.calls.GetSite({ id }, OURS)).rejects.toEqual(notFound);
    await expect(sites.calls.UpdateSite({ id, name: 'x' }, OURS)).rejects.toEqual(notFound);
    await expect(sites.calls.DeleteSite({ id }, OURS)).rejects.toEqual(notFound);
    expect((await sites.calls.ListSites({}, OURS)).sites.map((site) => site.id)).not.toContain(id);
    expect(await sites.calls.VerifySiteKey({ siteId: id, siteKey })).toMatchObject({
      verdict: 'SITE_KEY_VERDICT_REFUSED',
      domain: '',
    });
  });

  it('restores the site unchanged, and returns the same for a repeat', async () => {
    const site = await createdSite();
    await sites.calls.DeleteSite({ id: site.id }, OURS);
    sites.clock.set(START + 30 * DAY - 1);
    expect(await sites.calls.RestoreSite({ id: site.id }, OURS)).toEqual(site);
    expect(await sites.calls.RestoreSite({ id: site.id }, OURS)).toEqual(site);
    expect(await sites.calls.GetSite({ id: site.id }, OURS)).toEqual(site);
  });

  it('cannot restore the site once it is due for its purge', async () => {
    const { id } = await createdSite();
    await sites.calls.DeleteSite({ id }, OURS);
    sites.clock.set(START + 30 * DAY);
    await expect(sites.calls.RestoreSite({ id }, OURS)).rejects.toMatchObject({ code: 'site_not_found' });
  });

  it('creates a new site with the domain of a deleted one, which then cannot be restored', async () => {
    const old = await createdSite();
    await sites.calls.DeleteSite({ id: old.id }, OURS);
    const fresh = await createdSite();
    expect(fresh.id).not.toBe(old.id);
    expect(fresh.siteKey).not.toBe(old.siteKey);
    await expect(sites.calls.RestoreSite({ id: old.id }, OURS)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'domain_in_use',
    });
    await sites.calls.DeleteSite({ id: fresh.id }, OURS);
    expect(await sites.calls.RestoreSite({ id: old.id }, OURS)).toEqual(old);
  });

  it('leaves one active site after concurrent restores and creates', async () => {
    for (let round = 0; round < 10; round += 1) {
      const domain = `race${round}.example`;
      const { id } = await createdSite(domain);
      await sites.calls.DeleteSite({ id }, OURS);
      const [restored, ...created] = await Promise.all([
        sites.calls.RestoreSite({ id }, OURS).catch((error: unknown) => error as { code: string }),
        ...Array.from({ length: 5 }, () => sites.calls.CreateSite({ domain }, OURS)),
      ]);
      const active = (await sites.calls.ListSites({}, OURS)).sites.filter((site) => site.domain === domain);
      expect(active).toHaveLength(1);
      expect(new Set(created.map(({ site }) => site?.id))).toEqual(new Set([active[0]?.id]));
      if (active[0]?.id === id) expect(created.every(({ existing }) => existing)).toBe(true);
      else expect(restored).toMatchObject({ code: 'domain_in_use' });
    }
  });
});

describe('repeating deletions after a restore', () => {
  const deletionOf = async (siteId: number) => {
    const { deletions } = await sites.calls.ListDeletions({ afterSiteId: siteId - 1, limit: 1 });
    return deletions.find((deletion) => deletion.siteId === siteId);
  };

  it('lists deleted and purged sites of all workspaces, and deletes them again with their times', async () => {
    const [active, deleted, purged] = [
      await createdSite('active.example'),
      await createdSite('deleted.example', { workspaceId: 8 }),
      await createdSite('purged.example'),
    ];
    await sites.calls.DeleteSite({ id: purged.id }, OURS);
    sites.clock.set(START + 31 * DAY);
    await sites.calls.BeginPurge({ id: purged.id, rows: {} }, OURS);
    await sites.calls.DeleteSite({ id: deleted.id }, { workspaceId: 8 });
    expect(await deletionOf(active.id)).toBeUndefined();
    const expected = { createdAtMs: START, deletedAtMs: START, purgeAtMs: START + 30 * DAY };
    expect(await deletionOf(purged.id)).toMatchObject({ workspaceId: OURS.workspaceId, ...expected });
    await sites.calls.FinishPurge({ id: purged.id }, OURS);
    expect(await deletionOf(purged.id)).toMatchObject({ workspaceId: OURS.workspaceId, ...expected });
    const deletion = await deletionOf(deleted.id);
    expect(deletion).toMatchObject({ workspaceId: 8, deletedAtMs: START + 31 * DAY });

    // As after the restore of an older backup.
    await sites.calls.RestoreSite({ id: deleted.id }, { workspaceId: 8 });
    expect(await deletionOf(deleted.id)).toBeUndefined();
    expect(await sites.calls.RepeatDeletion(deletion ?? {})).toEqual({ deleted: true });
    expect(await sites.calls.RepeatDeletion(deletion ?? {})).toEqual({ deleted: false });
    expect(await deletionOf(deleted.id)).toEqual(deletion);
  });

  it('keeps a site with the same id that was created later or belongs to another workspace', async () => {
    const { id } = await createdSite();
    const deletion = {
      ...{ workspaceId: OURS.workspaceId, siteId: id, createdAtMs: START },
      ...{ deletedAtMs: START, purgeAtMs: START + DAY },
    };
    for (const other of [{ createdAtMs: START - 1 }, { workspaceId: 8 }])
      expect(await sites.calls.RepeatDeletion({ ...deletion, ...other })).toEqual({ deleted: false });
    expect(await sites.calls.GetSite({ id }, OURS)).toMatchObject({ id });
    await expect(sites.calls.RepeatDeletion({ ...deletion, purgeAtMs: START })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
