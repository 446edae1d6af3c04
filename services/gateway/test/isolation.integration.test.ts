import { ENDPOINTS } from '../src/routes/endpoints';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let theirToken: string;
const sites: { active: number; binned: number } = { active: 0, binned: 0 };

beforeAll(async () => {
  gateway = await startGateway();
  theirToken = (await gateway.newTenant('theirs')).token;
  for (const state of ['active', 'binned'] as const) {
    const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: `${state}.example` } });
    sites[state] = Number(body['id']);
  }
  await gateway.request('DELETE', `/api/v1/sites/${sites.binned}`);
});
afterAll(() => gateway.stop());

/** A valid body for each route, so that only the site is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  updateSite: { name: 'Stolen' },
  putConfig: { name: 'Stolen' },
  createGoal: { name: 'G', type: 'event', event: 'signup' },
  createFunnel: {
    name: 'F',
    steps: [
      { name: 'A', type: 'page', path: '/' },
      { name: 'B', type: 'event', event: 'b' },
    ],
  },
  updateGoal: { name: 'Stolen' },
  updateFunnel: { name: 'Stolen' },
  createAnnotation: { day: '2026-10-25', text: 'Stolen' },
  updateAnnotation: { text: 'Stolen' },
  updateShareLink: { name: 'Stolen' },
  sendEvents: { events: [{ anonymous_id: 'v', name: 'x' }] },
};

/** A valid file for each route that takes one. */
const FILES: Readonly<Record<string, { readonly query: string; readonly raw: string }>> = {
  importSite: { query: '?source=umami', raw: 'event_id\n1\n' },
};

const routes = ENDPOINTS.filter(({ path }) => path.includes('{id}'));

describe.each(routes)('$method $path', ({ method, path, operationId }) => {
  const answerTo = async (id: string, token: string) => {
    const json = BODIES[operationId];
    const { query = '', raw } = FILES[operationId] ?? {};
    const { status, body } = await gateway.request(
      method.toUpperCase(),
      path
        .replace('{id}', id)
        .replace('{name}', 'signup')
        .replace(/\{\w+\}/, '1') + query,
      {
        token,
        headers: { 'x-request-id': 'same', ...(raw === undefined ? {} : { 'content-type': 'text/csv' }) },
        ...(json ? { json } : {}),
        ...(raw === undefined ? {} : { raw }),
      },
    );
    return { status, body };
  };

  it("answers another workspace's site, active or deleted, like an unknown id", async () => {
    const unknown = await answerTo('999999', theirToken);
    expect(unknown.status).toBe(404);
    expect(unknown.body['code']).toBe('site_not_found');
    for (const id of [sites.active, sites.binned])
      expect(await answerTo(String(id), theirToken)).toEqual(unknown);
  });

  it.each([
    '0',
    '-1',
    '01',
    '1.0',
    '1e0',
    '%31x',
    'abc',
    '9007199254740993',
    '99999999999999999999',
    '٣',
    'null',
  ])('answers 404 for the id %s', async (id) => {
    const { status, body } = await answerTo(encodeURIComponent(id), gateway.ours.token);
    expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'site_not_found' });
  });
});

describe('another workspace', () => {
  it('lists none of our active or deleted sites, and changed none', async () => {
    for (const query of ['', '?deleted=true'])
      expect((await gateway.request('GET', `/api/v1/sites${query}`, { token: theirToken })).body).toEqual({
        sites: [],
      });
    expect((await gateway.request('GET', `/api/v1/sites/${sites.active}`)).body['name']).toBe(
      'active.example',
    );
  });

  it('can have a site with the same domain', async () => {
    const { status } = await gateway.request('POST', '/api/v1/sites', {
      token: theirToken,
      json: { domain: 'active.example' },
    });
    expect(status).toBe(201);
  });
});
