import { raceWriters } from '@headwater/kit/testing/race-writers';
import { createSiteOn, NO_IDS, OURS, START, startSites, type SitesFixture } from './sites-fixture';

const VIEW = { name: 'Last quarter', page: 'overview', query: 'range=90d&filter[country]=DE' };
const JWT = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`;

let sites: SitesFixture;
let siteId: number;
let testNumber = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(async () => {
  sites.clock.set(START);
  await sites.database.pool.query('DELETE FROM sites.saved_views');
  siteId = (await createSiteOn(sites, `views${++testNumber}.example`, OURS)).id;
});

const create = (fields: object = {}, options = OURS) =>
  sites.calls.CreateSavedView({ siteId, ...VIEW, ...fields }, options);
const ofWorkspace = { page: 'revenue', siteId: undefined };
const list = async (request: object = {}) => (await sites.calls.ListSavedViews(request, OURS)).views;
const fill = (number: number) =>
  sites.database.pool.query(
    `INSERT INTO sites.saved_views (workspace_id, name, page, query, created_at, updated_at)
     SELECT $1, 'V', 'revenue', '', now(), now() FROM generate_series(1, $2)`,
    [OURS.workspaceId, number],
  );

async function fieldsOf(call: Promise<unknown>): Promise<string[]> {
  const error: unknown = await call.catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'invalid_request' });
  return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
}

describe('a saved view', () => {
  it('is created for a site or the workspace, listed, changed field by field and deleted', async () => {
    const ours = await create({ name: ' Last quarter 🚀 ' });
    const times = { createdAtMs: START, updatedAtMs: START };
    expect(ours).toMatchObject({ siteId, ...VIEW, name: 'Last quarter 🚀', ...times });
    const revenue = await create({ ...ofWorkspace, query: '' });
    expect(revenue).toMatchObject({ name: VIEW.name, page: 'revenue', query: '', ...times });
    expect(revenue).not.toHaveProperty('siteId');
    expect(await list()).toEqual([ours, revenue]);

    sites.clock.set(START + 1_000);
    const { id } = ours;
    const renamed = await sites.calls.UpdateSavedView({ id, name: 'This quarter' }, OURS);
    expect(renamed).toEqual({ ...ours, name: 'This quarter', updatedAtMs: START + 1_000 });
    const moved = await sites.calls.UpdateSavedView({ id, query: 'range=7d' }, OURS);
    expect(moved).toEqual({ ...renamed, query: 'range=7d' });
    expect(await list()).toEqual([moved, revenue]);

    expect(await sites.calls.DeleteSavedView({ id }, OURS)).toEqual({ id });
    expect(await list()).toEqual([revenue]);
  });

  it.each([
    [{ name: ' ' }, ['name']],
    [{ name: 'two\nlines' }, ['name']],
    [{ name: '🚀'.repeat(81) }, ['name']],
    [{ name: 'for ada@example.com' }, ['name']],
    [{ name: `key ${JWT}` }, ['name']],
    [{ query: '?range=7d' }, ['query']],
    [{ query: 'range=7d#top' }, ['query']],
    [{ query: 'q=\u0000' }, ['query']],
    [{ query: `q=${'x'.repeat(2_000)}` }, ['query']],
    [{ query: 'filter[props.mail]=ada@example.com' }, ['query']],
    [{ query: 'filter[props.mail]=ada%2540example.com' }, ['query']],
    [{ query: `filter[pathname]=%2Flogin%3Ftoken%3D${JWT}` }, ['query']],
    [{ name: '', query: '?' }, ['name', 'query']],
  ])('is refused with %j, and so is its change', async (fields, names) => {
    expect(await fieldsOf(create(fields))).toEqual(names);
    const { id } = await create();
    expect(await fieldsOf(sites.calls.UpdateSavedView({ id, ...fields }, OURS))).toEqual(names);
    expect(await list()).toMatchObject([VIEW]);
  });

  it.each([
    [{ page: 'tokens' }, ['page']],
    [{ page: 'toString' }, ['page']],
    [{ siteId: undefined }, ['siteId']],
    [{ page: 'revenue' }, ['siteId']],
  ])('is refused with %j', async (fields, names) => {
    expect(await fieldsOf(create(fields))).toEqual(names);
  });

  it('has a name of up to 80 characters', async () => {
    const name = '🚀'.repeat(80);
    expect(await create({ name })).toMatchObject({ name });
  });

  it('is limited to 500 of a workspace, also if they are created concurrently', async () => {
    await fill(499);
    const attempts = () => Array.from({ length: 8 }, () => create(ofWorkspace));
    await raceWriters(sites.database.pool, 'sites.saved_views', async () => {
      await Promise.allSettled(attempts());
    });
    expect(await list()).toHaveLength(500);
    const message = 'A workspace has at most 500 saved views. Delete one first.';
    await expect(create()).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(await create(ofWorkspace, { workspaceId: 2 })).toMatchObject({ page: 'revenue' });
  });

  it.each(NO_IDS)('has no id %s', async (id) => {
    const unknown = { code: 'saved_view_not_found' };
    await expect(sites.calls.UpdateSavedView({ id, name: 'x' }, OURS)).rejects.toMatchObject(unknown);
    await expect(sites.calls.DeleteSavedView({ id }, OURS)).rejects.toMatchObject(unknown);
  });
});

describe('saved views', () => {
  it('of a deleted site are hidden until it is restored', async () => {
    const view = await create();
    const revenue = await create(ofWorkspace);
    await sites.calls.DeleteSite({ id: siteId }, OURS);
    expect(await list()).toEqual([revenue]);
    const unknown = { code: 'saved_view_not_found' };
    await expect(sites.calls.DeleteSavedView({ id: view.id }, OURS)).rejects.toMatchObject(unknown);
    for (const site of [siteId, 999_999, Number.MAX_SAFE_INTEGER + 1])
      await expect(create({ siteId: site })).rejects.toMatchObject({ code: 'site_not_found' });
    await sites.calls.RestoreSite({ id: siteId }, OURS);
    expect(await list()).toEqual([view, revenue]);
  });

  it('of a foreign site or workspace are neither listed nor changed', async () => {
    const { id } = await create();
    const theirs = { workspaceId: 2 };
    await expect(create({}, theirs)).rejects.toMatchObject({ code: 'site_not_found' });
    const other = { ids: [(await createSiteOn(sites, `other${testNumber}.example`, OURS)).id] };
    expect(await list({ sites: other })).toEqual([]);
    expect(await list({ sites: { ids: [] } })).toEqual([]);
    expect(await list({ sites: { ids: [siteId] } })).toMatchObject([{ id }]);
    const unknown = { code: 'saved_view_not_found' };
    for (const [request, options] of [
      [{ id, sites: other }, OURS],
      [{ id }, theirs],
    ] as const) {
      const update = sites.calls.UpdateSavedView({ ...request, name: 'Stolen' }, options);
      await expect(update).rejects.toMatchObject(unknown);
      await expect(sites.calls.DeleteSavedView(request, options)).rejects.toMatchObject(unknown);
    }
    expect(await list()).toMatchObject([{ id, name: VIEW.name }]);
  });
});
