import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PATH = '/api/v1/saved-views';
const VIEW = { name: 'Organic search', page: 'revenue', query: 'range=90d&filter[channel]=Organic+Search' };

describe('saved views over HTTP', () => {
  it('are created once per Idempotency-Key, listed, changed and deleted, with entries in the audit log', async () => {
    const { token } = await gateway.newTenant('views');
    const create = () =>
      gateway.request('POST', PATH, { token, json: VIEW, headers: { 'idempotency-key': 'one' } });
    const created = await create();
    const time = '2026-11-01T12:00:00.123Z';
    const { id } = created.body as { id: number };
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ id, ...VIEW, siteId: null, createdAt: time, updatedAt: time });
    expect((await create()).body).toEqual(created.body);
    expect((await gateway.request('GET', PATH, { token })).body).toEqual({ savedViews: [created.body] });
    const json = { name: 'Search', query: null };
    const patched = await gateway.request('PATCH', `${PATH}/${id}`, { token, json });
    expect(patched.body).toEqual({ ...(created.body as object), name: 'Search' });
    expect((await gateway.request('DELETE', `${PATH}/${id}`, { token })).body).toEqual({ deleted: true, id });
    for (const unknown of [id, 'x', '0']) {
      const missing = await gateway.request('DELETE', `${PATH}/${unknown}`, { token });
      expect([missing.status, missing.body['code']]).toEqual([404, 'saved_view_not_found']);
    }
    const { entries } = (await gateway.request('GET', '/api/v1/audit', { token })).body as {
      entries: { action: string; targetId: string | null; outcome: string }[];
    };
    const actions = entries
      .filter(({ action }) => action.endsWith('SavedView'))
      .map(({ action, targetId, outcome }) => [action, targetId, outcome]);
    expect(actions.reverse().slice(0, 4)).toEqual([
      ['createSavedView', String(id), 'done'],
      ['updateSavedView', String(id), 'done'],
      ['deleteSavedView', String(id), 'done'],
      ['deleteSavedView', String(id), 'refused'],
    ]);
  });

  it('of other sites and of the workspace are hidden from a token with a list of sites', async () => {
    const { token } = await gateway.newTenant('limited');
    const siteOf = async (domain: string) =>
      Number((await gateway.request('POST', '/api/v1/sites', { token, json: { domain } })).body['id']);
    const [ours, other] = [await siteOf('ours.example'), await siteOf('other.example')];
    const save = (as: string, json: object) =>
      gateway.request('POST', PATH, { token: as, json: { ...VIEW, page: 'overview', ...json } });
    const { body: own } = await save(token, { siteId: ours });
    const hidden = [(await save(token, { siteId: other })).body, (await save(token, VIEW)).body];
    const { body: limited } = await gateway.request('POST', '/api/v1/tokens', {
      token,
      json: { name: 'limited', scopes: ['stats:read', 'sites:write'], sites: [ours] },
    });
    const as = String(limited['token']);
    expect((await gateway.request('GET', PATH, { token: as })).body).toEqual({ savedViews: [own] });
    for (const { id } of hidden)
      for (const [method, options] of [
        ['PATCH', { json: { name: 'Stolen' } }],
        ['DELETE', {}],
      ] as const)
        expect(
          (await gateway.request(method, `${PATH}/${String(id)}`, { token: as, ...options })).status,
        ).toBe(404);
    expect((await save(as, { siteId: ours })).status).toBe(201);
    expect((await save(as, { siteId: other })).body['code']).toBe('site_not_found');
    expect((await save(as, VIEW)).body['code']).toBe('insufficient_scope');
  });

  it.each([
    ['no name', { ...VIEW, name: undefined }],
    ['an unknown page', { ...VIEW, page: 'tokens' }],
    ['an address as page', { ...VIEW, page: 'https://evil.example/' }],
    ['an unknown field', { ...VIEW, color: 'red' }],
  ])('are rejected with %s', async (_, json) => {
    expect((await gateway.request('POST', PATH, { json })).status).toBe(400);
  });
});
