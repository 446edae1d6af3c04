import { createSiteOn, NO_IDS, OURS, START, startSites, type SitesFixture } from './sites-fixture';

const NOTE = { day: '2026-10-25', text: 'New pricing page' };
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
  siteId = (await createSiteOn(sites, `notes${++testNumber}.example`, OURS)).id;
});

const create = (note: object = {}) => sites.calls.CreateAnnotation({ siteId, ...NOTE, ...note }, OURS);
const list = async (days: object = {}) =>
  (await sites.calls.ListAnnotations({ siteId, ...days }, OURS)).annotations;

async function fieldsOf(call: Promise<unknown>): Promise<string[]> {
  const error: unknown = await call.catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'invalid_request' });
  return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
}

describe('an annotation', () => {
  it('is created, listed by day, changed field by field and deleted', async () => {
    const late = await create();
    const early = await create({ day: '2026-10-01', text: '  Launch 🚀 ' });
    expect(late).toEqual({ id: late.id, ...NOTE, createdAtMs: START, updatedAtMs: START });
    expect(early.text).toBe('Launch 🚀');
    expect(await list()).toEqual([early, late]);

    sites.clock.set(START + 1_000);
    const { id } = late;
    const texted = await sites.calls.UpdateAnnotation({ siteId, id, text: 'Old prices again' }, OURS);
    expect(texted).toEqual({ ...late, text: 'Old prices again', updatedAtMs: START + 1_000 });
    const moved = await sites.calls.UpdateAnnotation({ siteId, id, day: '2026-09-30' }, OURS);
    expect(moved).toEqual({ ...texted, day: '2026-09-30' });
    expect(await list()).toEqual([moved, early]);

    expect(await sites.calls.DeleteAnnotation({ siteId, id }, OURS)).toEqual({ id });
    expect(await list()).toEqual([early]);
  });

  it('is listed within the days of a window, both inclusive', async () => {
    for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) await create({ day });
    const days = async (window: object) => (await list(window)).map(({ day }) => day);
    expect(await days({ from: '2026-10-02' })).toEqual(['2026-10-02', '2026-10-03']);
    expect(await days({ to: '2026-10-02' })).toEqual(['2026-10-01', '2026-10-02']);
    expect(await days({ from: '2026-10-02', to: '2026-10-02' })).toEqual(['2026-10-02']);
    expect(await fieldsOf(list({ from: '2026-10-03', to: '2026-10-02' }))).toEqual(['from']);
    expect(await fieldsOf(list({ from: 'yesterday', to: '2026-02-30' }))).toEqual(['from', 'to']);
  });

  it.each([
    [{ day: '' }, ['day']],
    [{ day: '2026-02-30' }, ['day']],
    [{ day: '2026-10-25T00:00:00Z' }, ['day']],
    [{ day: '1970-12-31' }, ['day']],
    [{ day: '2101-01-01' }, ['day']],
    [{ text: ' ' }, ['text']],
    [{ text: 'two\nlines' }, ['text']],
    [{ text: 'two\u2028lines' }, ['text']],
    [{ text: '🚀'.repeat(201) }, ['text']],
    [{ text: 'wrote to ada@example.com' }, ['text']],
    [{ text: 'wrote to ada%2540example.com' }, ['text']],
    [{ text: `key ${JWT}` }, ['text']],
    [{ day: 'x', text: '' }, ['day', 'text']],
  ])('is refused with %j, and so is its change', async (fields, names) => {
    expect(await fieldsOf(create(fields))).toEqual(names);
    const { id } = await create();
    expect(await fieldsOf(sites.calls.UpdateAnnotation({ siteId, id, ...fields }, OURS))).toEqual(names);
    expect(await list()).toMatchObject([NOTE]);
  });

  it('has up to 200 characters and a day from 1971 to 2100', async () => {
    const text = '🚀'.repeat(200);
    for (const day of ['1971-01-01', '2024-02-29', '2100-12-31'])
      expect(await create({ day, text })).toMatchObject({ day, text });
  });

  it('is limited to 500 of a site, also through repeats of deleted ones', async () => {
    await sites.database.pool.query(
      `INSERT INTO sites.annotations (workspace_id, site_id, day, text, created_at, updated_at)
       SELECT $1, $2, '2026-10-25', 'Launch', now(), now() FROM generate_series(1, 499)`,
      [OURS.workspaceId, siteId],
    );
    const { id } = await create();
    await expect(create()).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: 'A site has at most 500 annotations. Delete one first.' },
    });
    await sites.calls.DeleteAnnotation({ siteId, id }, OURS);
    expect((await create()).id).toBeGreaterThan(id);
  });

  it.each(NO_IDS)('has no id %s', async (id) => {
    const unknown = { code: 'annotation_not_found' };
    const update = sites.calls.UpdateAnnotation({ siteId, id, text: 'x' }, OURS);
    await expect(update).rejects.toMatchObject(unknown);
    const deletion = sites.calls.DeleteAnnotation({ siteId, id }, OURS);
    await expect(deletion).rejects.toMatchObject(unknown);
  });
});

describe('annotations of an unknown, foreign or deleted site', () => {
  it('are neither listed nor changed', async () => {
    const { id } = await create();
    const theirs = { workspaceId: 2 };
    const other = (await createSiteOn(sites, `other${testNumber}.example`, OURS)).id;
    const callsOf = (site: number, options: { workspaceId: number }) => [
      sites.calls.ListAnnotations({ siteId: site }, options),
      sites.calls.CreateAnnotation({ siteId: site, ...NOTE }, options),
      sites.calls.UpdateAnnotation({ siteId: site, id, text: 'Stolen' }, options),
      sites.calls.DeleteAnnotation({ siteId: site, id }, options),
    ];
    const refused = async (calls: readonly Promise<unknown>[]) => {
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'site_not_found' });
    };
    await refused(callsOf(siteId, theirs));
    await refused(callsOf(999_999, OURS));
    for (const call of callsOf(other, OURS).slice(2))
      await expect(call).rejects.toMatchObject({ code: 'annotation_not_found' });
    await sites.calls.DeleteSite({ id: siteId }, OURS);
    await refused(callsOf(siteId, OURS));
    await sites.calls.RestoreSite({ id: siteId }, OURS);
    expect(await list()).toMatchObject([{ id, ...NOTE }]);
  });
});
