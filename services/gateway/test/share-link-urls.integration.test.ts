import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

it('the URL of a share link is shown only with the scope that can create one', async () => {
  const site = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'shared.example' } });
  const path = `/api/v1/sites/${String(site.body['id'])}/share-links`;
  const link = await gateway.request('POST', path, { json: { name: 'for the agency' } });
  const reader = await gateway.request('POST', '/api/v1/tokens', {
    json: { name: 'reader', scopes: ['stats:read'] },
  });
  const listed = await gateway.request('GET', path, { token: String(reader.body['token']) });
  expect(listed.body['shareLinks']).toEqual([{ ...link.body, url: null }]);
});
