import { createSiteOn, OURS, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
let made = 0;
beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());

const goal = (name: string, event = name.toLowerCase()) => ({
  name,
  type: 'event',
  event,
  path: '',
  filters: [],
});
const page = (name: string, path: string) => ({ name, type: 'page', event: '', path, filters: [] });
const funnel = (name: string) => ({ name, windowHours: 24, steps: [goal('A'), page('B', '/b')] });
const newSite = async (): Promise<number> =>
  (await createSiteOn(sites, `config${(made += 1)}.example`, OURS)).id;
const get = (siteId: number) => sites.calls.GetConfig({ siteId }, OURS);
const put = (siteId: number, request: object) => sites.calls.PutConfig({ siteId, ...request }, OURS);
const idsOf = async (siteId: number) =>
  Object.fromEntries((await sites.calls.ListGoals({ siteId }, OURS)).goals.map(({ id, name }) => [name, id]));

describe("a site's configuration", () => {
  it('replaces the given parts, preserves ids by name, and returns the state before and after', async () => {
    const id = await newSite();
    await sites.calls.CreateGoal({ siteId: id, goal: goal('Old') }, OURS);
    await sites.calls.CreateGoal({ siteId: id, goal: goal('Kept') }, OURS);
    const { Kept: kept } = await idsOf(id);
    const response = await put(id, {
      name: 'Shop',
      timezone: 'Europe/Berlin',
      categories: { values: ['blog'] },
      tags: { values: ['B', 'a'] },
      goals: { values: [page('New', '/new/'), goal('Kept', 'other')] },
      funnels: { values: [funnel('F')] },
    });
    expect(response.before).toMatchObject({
      timezone: 'UTC',
      goals: [{ name: 'Kept' }, { name: 'Old' }],
      funnels: [],
    });
    const after = {
      name: 'Shop',
      timezone: 'Europe/Berlin',
      categories: ['blog'],
      tags: ['b', 'a'],
      goals: [
        { name: 'Kept', event: 'other' },
        { name: 'New', path: '/new' },
      ],
      funnels: [{ name: 'F', windowHours: 24, steps: [{ name: 'A' }, { name: 'B' }] }],
    };
    expect(response.after).toMatchObject(after);
    const read = await get(id);
    expect(read).toEqual({ config: response.after, etag: response.etag });
    expect(await idsOf(id)).toEqual({ Kept: kept, New: expect.any(Number) as unknown });
    expect(await sites.calls.GetSite({ id }, OURS)).toMatchObject({ name: 'Shop', tags: ['b', 'a'] });
  });

  it('keeps absent fields, and does not change when it is put again', async () => {
    const id = await newSite();
    await put(id, { goals: { values: [goal('G'), goal('H')] } });
    const { config, etag } = await get(id);
    expect(await put(id, { tags: { values: [] } })).toEqual({ before: config, after: config, etag });
    const ids = await idsOf(id);
    await put(id, { goals: { values: config?.goals.toReversed() } });
    expect(await idsOf(id)).toEqual(ids);
    expect((await get(id)).etag).toBe(etag);
    await put(id, { goals: { values: [] } });
    expect((await get(id)).etag).not.toBe(etag);
  });

  it('resets unset fields, and only these', async () => {
    const id = await newSite();
    const fresh = await get(id);
    await put(id, { name: 'Shop', timezone: 'Europe/Berlin', goals: { values: [goal('G')] } });
    await put(id, { unset: ['name', 'goals'] });
    expect((await get(id)).config).toEqual({ ...fresh.config, timezone: 'Europe/Berlin' });
    await put(id, { unset: ['timezone', 'categories', 'tags', 'funnels'] });
    expect(await get(id)).toEqual(fresh);
  });

  it('changes nothing in a dry run', async () => {
    const id = await newSite();
    const before = await get(id);
    const response = await put(id, { dryRun: true, name: 'Other', goals: { values: [goal('G')] } });
    expect(response.after).toMatchObject({ name: 'Other', goals: [{ name: 'G' }] });
    expect(await get(id)).toEqual(before);
    await put(id, { name: 'Other', goals: { values: [goal('G')] } });
    expect((await get(id)).etag).toBe(response.etag);
  });

  it('is replaced only if If-Match matches; one of several concurrent writers succeeds', async () => {
    const id = await newSite();
    const { etag } = await get(id);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        put(id, { ifMatch: ['x', etag], goals: { values: [goal(`G${n}`)] } }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'config_changed', kind: 'precondition_failed' });
    expect((await get(id)).config?.goals).toHaveLength(1);
  });

  it('is refused with every wrong field, and changes nothing', async () => {
    const id = await newSite();
    const before = await get(id);
    const bad = {
      goals: { values: [goal('G'), { ...goal(' G '), event: '' }] },
      funnels: { values: [{ ...funnel('F'), windowHours: 0 }] },
    };
    const fields = ['goals[1].event', 'goals[1].name', 'funnels[0].windowHours'];
    await expect(put(id, bad)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: fields.map((field) => expect.objectContaining({ field }) as unknown),
    });
    const many = Array.from({ length: 101 }, (_, n) => goal(`G${n}`));
    for (const wrong of [{ goals: { values: many } }, { timezone: 'Mars/Olympus' }, { name: '' }])
      await expect(put(id, wrong)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await get(id)).toEqual(before);
  });

  it('exists only for active sites of the workspace', async () => {
    const id = await newSite();
    const theirs = { workspaceId: 2 };
    await expect(sites.calls.GetConfig({ siteId: id }, theirs)).rejects.toMatchObject({
      code: 'site_not_found',
    });
    await expect(sites.calls.PutConfig({ siteId: id, name: 'X' }, theirs)).rejects.toMatchObject({
      code: 'site_not_found',
    });
    await sites.calls.DeleteSite({ id }, OURS);
    await expect(get(id)).rejects.toMatchObject({ code: 'site_not_found' });
    await expect(put(id, { name: 'X' })).rejects.toMatchObject({ code: 'site_not_found' });
  });
});
