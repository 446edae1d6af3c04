import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('a site over HTTP', () => {
  it('changes the exclusions with an audit entry of their own, and null removes them', async () => {
    const created = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'excluding.example' } });
    const { id } = created.body;
    const path = `/api/v1/sites/${String(id)}`;
    const lists = { excludedPaths: ['/admin/*'], excludedAddresses: ['203.0.113.0/24'] };
    const changed = await gateway.request('PATCH', path, { json: lists });
    expect(changed).toMatchObject({ status: 200, body: lists });
    expect((await gateway.request('GET', path)).body).toMatchObject(lists);
    const reset = await gateway.request('PATCH', path, { json: { excludedPaths: null } });
    expect(reset.body).toMatchObject({ ...lists, excludedPaths: [] });
    expect((await gateway.request('PATCH', path, { json: { excludedPaths: '/a' } })).status).toBe(400);
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=5');
    const entries = (body['entries'] as { action: string; siteId: number }[]).filter(
      ({ action, siteId }) => action === 'changeExclusions' && siteId === id,
    );
    expect(entries).toHaveLength(2);
  });
});
