import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { startSites, type SitesFixture, START, OURS, NO_IDS, createSiteOn } from './sites-fixture';

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

describe('the site key', () => {
  it('is valid for its own site and returns the workspace', async () => {
    const { id, siteKey } = await createdSite(freshDomain(), { workspaceId: 3 });
    expect(await sites.calls.VerifySiteKey({ siteId: id, siteKey })).toEqual({
      verdict: 'SITE_KEY_VERDICT_VALID',
      workspaceId: 3,
      domain: freshDomain(),
      installed: false,
      scrub: true,
      _scrub: 'scrub', // proto-loader names the field of an optional value
      exclusions: { paths: [], addresses: [] },
    });
  });

  it('is returned with the scrubbing of its site', async () => {
    const { id, siteKey } = await createdSite();
    for (const scrub of [false, true]) {
      await sites.calls.UpdateSite({ id, scrub }, OURS);
      expect(await sites.calls.VerifySiteKey({ siteId: id, siteKey })).toMatchObject({ scrub });
    }
  });

  it('is returned with the key of click ids only if the site stores them', async () => {
    const { id, siteKey } = await createdSite();
    const keys: (string | undefined)[] = [];
    for (const clickIds of [true, false]) {
      await sites.calls.UpdateSite({ id, clickIds }, OURS);
      keys.push((await sites.calls.VerifySiteKey({ siteId: id, siteKey })).clickIdKey);
    }
    expect(keys).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/), undefined]);
  });

  it('is returned with the exclusions of its site', async () => {
    const { id, siteKey } = await createdSite();
    const [paths, addresses] = [['/admin/*'], ['203.0.113.0/24']];
    const lists = { excludedPaths: { values: paths }, excludedAddresses: { values: addresses } };
    await sites.calls.UpdateSite({ id, ...lists }, OURS);
    expect(await sites.calls.VerifySiteKey({ siteId: id, siteKey })).toMatchObject({
      exclusions: { paths, addresses },
    });
  });

  it('is refused for another site, and a wrong key for every site', async () => {
    const [one, two] = [await createdSite(), await createdSite(`other.${freshDomain()}`)];
    for (const siteKey of [
      two.siteKey,
      '',
      one.siteKey.slice(1),
      one.siteKey.toUpperCase(),
      `${one.siteKey} `,
    ])
      expect(await sites.calls.VerifySiteKey({ siteId: one.id, siteKey })).toEqual({
        verdict: 'SITE_KEY_VERDICT_REFUSED',
        workspaceId: 0,
        domain: '',
        installed: false,
        exclusions: null,
      });
  });

  it.each(NO_IDS)(
    'of the impossible or unknown site %s gets the verdict for an unknown site',
    async (siteId) => {
      expect(await sites.calls.VerifySiteKey({ siteId, siteKey: 'x' })).toMatchObject({
        verdict: 'SITE_KEY_VERDICT_UNKNOWN_SITE',
      });
    },
  );
});

describe('marking a site as installed', () => {
  it('is permanent across repeats, a deletion and a restore', async () => {
    const { id, siteKey } = await createdSite();
    await sites.calls.MarkInstalled({ siteId: id });
    await sites.calls.MarkInstalled({ siteId: id });
    expect(await sites.calls.GetSite({ id }, OURS)).toMatchObject({ installed: true });
    expect(await sites.calls.VerifySiteKey({ siteId: id, siteKey })).toMatchObject({ installed: true });
    await sites.calls.DeleteSite({ id }, OURS);
    expect(await sites.calls.RestoreSite({ id }, OURS)).toMatchObject({ installed: true });
  });

  it.each(NO_IDS)('ignores the impossible or unknown site %s', async (siteId) => {
    expect(await sites.calls.MarkInstalled({ siteId })).toEqual({});
  });
});
