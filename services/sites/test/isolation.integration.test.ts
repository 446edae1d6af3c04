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

describe('another workspace', () => {
  const THEIRS = { workspaceId: 999 };
  const METHODS = {
    GetSite: (id: number | string, options: object) => sites.calls.GetSite({ id }, options),
    UpdateSite: (id: number | string, options: object) => sites.calls.UpdateSite({ id, name: 'x' }, options),
    DeleteSite: (id: number | string, options: object) => sites.calls.DeleteSite({ id }, options),
    RestoreSite: (id: number | string, options: object) => sites.calls.RestoreSite({ id }, options),
  };
  const errorType = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => {
        const { kind, code, message, fields } = error as Record<string, unknown>;
        return { kind, code, message, fields };
      },
    );

  it.each(Object.entries(METHODS))('%s treats our site like an unknown one', async (_, method) => {
    const site = await createdSite();
    const unknown = await errorType(method(888_888, THEIRS));
    expect(unknown).toMatchObject({ kind: 'not_found', code: 'site_not_found' });
    expect(await errorType(method(site.id, THEIRS))).toEqual(unknown);
    expect(await sites.calls.GetSite({ id: site.id }, OURS)).toEqual(site);
    await sites.calls.DeleteSite({ id: site.id }, OURS);
    expect(await errorType(method(site.id, THEIRS))).toEqual(unknown);
    for (const id of NO_IDS) expect(await errorType(method(id, OURS))).toEqual(unknown);
  });

  it('lists none of our sites, active or deleted', async () => {
    const { id } = await createdSite();
    expect(await sites.calls.ListSites({}, THEIRS)).toEqual({ sites: [] });
    await sites.calls.DeleteSite({ id }, OURS);
    expect(await sites.calls.ListSites({ deleted: true }, THEIRS)).toEqual({ sites: [] });
  });

  it('is required: a call without a workspace is refused', async () => {
    const { id } = await createdSite();
    const refusals = [
      ...Object.values(METHODS).map((method) => method(id, {})),
      sites.calls.ListSites({}),
      sites.calls.CreateSite({ domain: freshDomain() }),
    ];
    for (const refusal of refusals) await expect(refusal).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
