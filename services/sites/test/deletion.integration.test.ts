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
