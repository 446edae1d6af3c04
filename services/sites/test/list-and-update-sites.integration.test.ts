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

describe('listing sites', () => {
  it('returns the active sites of the workspace by id', async () => {
    const options = { workspaceId: 10 };
    const made = [];
    for (const domain of ['c.example', 'a.example', 'b.example'])
      made.push(await createdSite(domain, options));
    expect(await sites.calls.ListSites({}, options)).toEqual({ sites: made });
    expect(await sites.calls.ListSites({ deleted: true }, options)).toEqual({ sites: [] });
  });

  it('returns deleted sites, last deleted first, until they are due for their purge', async () => {
    const options = { workspaceId: 11 };
    const [one, two] = [await createdSite('1.example', options), await createdSite('2.example', options)];
    await sites.calls.DeleteSite({ id: one.id }, options);
    sites.clock.set(START + 1_000);
    await sites.calls.DeleteSite({ id: two.id }, options);
    const deleted = async () => (await sites.calls.ListSites({ deleted: true }, options)).sites;
    expect(await deleted()).toMatchObject([
      { ...two, deletedAtMs: START + 1_000, purgeAtMs: START + 1_000 + 30 * DAY },
      { ...one, deletedAtMs: START, purgeAtMs: START + 30 * DAY },
    ]);
    expect(await sites.calls.ListSites({}, options)).toEqual({ sites: [] });
    sites.clock.set(START + 30 * DAY);
    expect((await deleted()).map(({ id }) => id)).toEqual([two.id]);
  });
});

describe('updating a site', () => {
  it('changes only the given fields', async () => {
    const site = await createdSite();
    const named = await sites.calls.UpdateSite({ id: site.id, name: ' New ' }, OURS);
    expect(named).toEqual({ ...site, name: 'New' });
    const all = await sites.calls.UpdateSite(
      {
        id: site.id,
        timezone: 'America/New_York',
        categories: { values: ['saas', 'blog'] },
        tags: { values: ['A', 'b'] },
      },
      OURS,
    );
    expect(all).toEqual({
      ...named,
      timezone: 'America/New_York',
      categories: ['saas', 'blog'],
      tags: ['a', 'b'],
    });
    const raw = await sites.calls.UpdateSite({ id: site.id, scrub: false }, OURS);
    expect(raw).toEqual({ ...all, scrub: false });
    expect(await sites.calls.UpdateSite({ id: site.id, name: 'New' }, OURS)).toEqual(raw);
    expect(await sites.calls.UpdateSite({ id: site.id, unset: ['scrub'] }, OURS)).toEqual(all);
    const clicked = await sites.calls.UpdateSite({ id: site.id, clickIds: true }, OURS);
    expect(clicked).toEqual({ ...all, clickIds: true });
    expect(await sites.calls.UpdateSite({ id: site.id, tags: { values: all.tags } }, OURS)).toEqual(clicked);
    expect(await sites.calls.UpdateSite({ id: site.id, unset: ['clickIds'] }, OURS)).toEqual(all);
    const excluded = { excludedPaths: { values: ['/a', ' /a'] }, excludedAddresses: { values: ['::1'] } };
    const excluding = await sites.calls.UpdateSite({ id: site.id, ...excluded }, OURS);
    expect(excluding).toEqual({ ...all, exclusions: { paths: ['/a'], addresses: ['::1'] } });
    expect(await sites.calls.UpdateSite({ id: site.id, name: 'New' }, OURS)).toEqual(excluding);
    const unset = ['excludedPaths', 'excludedAddresses'];
    expect(await sites.calls.UpdateSite({ id: site.id, unset }, OURS)).toEqual(all);
    const emptied = await sites.calls.UpdateSite({ id: site.id, categories: { values: [] }, tags: {} }, OURS);
    expect(emptied).toEqual({ ...all, categories: [], tags: [] });
    expect(await sites.calls.UpdateSite({ id: site.id }, OURS)).toEqual(emptied);
    expect(await sites.calls.GetSite({ id: site.id }, OURS)).toEqual(emptied);
  });

  it('resets unset fields to the values of a site created without them', async () => {
    const site = await createdSite();
    const settings = {
      name: 'Shop',
      timezone: 'Europe/Berlin',
      categories: { values: ['blog'] },
      tags: { values: ['a'] },
    };
    const changed = await sites.calls.UpdateSite({ id: site.id, ...settings }, OURS);
    const unset = (...fields: string[]) => sites.calls.UpdateSite({ id: site.id, unset: fields }, OURS);
    expect(await unset('name', 'unknown')).toEqual({ ...changed, name: site.domain });
    expect(await unset('timezone', 'categories', 'tags')).toEqual(site);
    expect(await sites.calls.GetSite({ id: site.id }, OURS)).toEqual(site);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ timezone: '' }, 'timezone'],
    [{ categories: { values: ['nope'] } }, 'categories[0]'],
    [{ tags: { values: ['a'.repeat(65)] } }, 'tags[0]'],
    [{ excludedPaths: { values: ['/a', 'b'] } }, 'excludedPaths[1]'],
    [{ excludedAddresses: { values: ['203.0.113.0/33'] } }, 'excludedAddresses[0]'],
  ])('refuses %j and changes nothing', async (change, field) => {
    const site = await createdSite();
    await expect(
      sites.calls.UpdateSite({ name: 'Fine', id: site.id, ...change }, OURS),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field, message: expect.any(String) as unknown }],
    });
    expect(await sites.calls.GetSite({ id: site.id }, OURS)).toEqual(site);
  });
});
