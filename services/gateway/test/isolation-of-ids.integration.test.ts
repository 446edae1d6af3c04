import { ENDPOINTS } from '../src/routes/endpoints';
import { startGateway, type Gateway } from './gateway-fixture';

const UNKNOWN = 999_999;
/** A valid body for each route, so that only the id is wrong. */
const BODIES: Readonly<Record<string, object>> = {
  updateWebhook: { description: 'Stolen' },
  updateSavedView: { name: 'Stolen' },
  replayWebhook: { since: '2026-11-01T00:00:00.000Z' },
};
/** The known path parameters. Add a new one here and to a test of its isolation. */
const NAMED_IN_PATHS = [
  ...['id', 'goalId', 'funnelId', 'annotationId', 'linkId', 'eventId', 'visitorId', 'name'], // of a site: the matrix of sites
  ...['webhookId', 'tokenId', 'sessionId', 'viewId'], // of a workspace: below
  'erasureId', // tested with the store of identity
  ...['accountId', 'paymentId'], // the same
  'provider', // enumerated
  'workspace', // of a payment provider, whose signature proves it
];

let gateway: Gateway;
let theirToken: string;
const ours = { webhookId: 0, tokenId: 0, sessionId: 0, viewId: 0, site: 0 };
type Kind = 'webhookId' | 'tokenId' | 'sessionId' | 'viewId';

beforeAll(async () => {
  gateway = await startGateway();
  theirToken = (await gateway.newTenant('theirs')).token;
  const idOf = async (path: string, json: object): Promise<number> =>
    Number((await gateway.request('POST', path, { json })).body['id']);
  ours.site = await idOf('/api/v1/sites', { domain: 'ours.example' });
  ours.tokenId = await idOf('/api/v1/tokens', { name: 'ours', scopes: ['sites:read'] });
  ours.sessionId = await idOf('/api/v1/dashboard-links', {});
  ours.viewId = await idOf('/api/v1/saved-views', { name: 'ours', page: 'revenue', query: '' });
  ours.webhookId = await idOf('/api/v1/webhooks', {
    url: 'https://ours.example/',
    events: ['site.installed'],
  });
});
afterAll(() => gateway.stop());

it('covers every path parameter', () => {
  const names = ENDPOINTS.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
  expect([...new Set(names)].sort()).toEqual([...NAMED_IN_PATHS].sort());
});

describe.each(ENDPOINTS.filter(({ path }) => /\{(webhookId|tokenId|sessionId|viewId)\}/.test(path)))(
  '$method $path',
  ({ method, path, operationId }) => {
    it("answers another workspace's id like an unknown id", async () => {
      const kind = /\{(\w+)\}/.exec(path)?.[1] as Kind;
      const json = BODIES[operationId];
      const answerTo = async (id: number) => {
        const { status, body } = await gateway.request(
          method.toUpperCase(),
          path.replace(`{${kind}}`, String(id)),
          {
            token: theirToken,
            headers: { 'x-request-id': 'same' },
            ...(json ? { json } : {}),
          },
        );
        return { status, body };
      };
      const unknown = await answerTo(UNKNOWN);
      expect(unknown.status).toBe(404);
      expect(ours[kind]).toBeGreaterThan(0);
      expect(await answerTo(ours[kind])).toEqual(unknown);
    });
  },
);

describe.each([
  ['/api/v1/tokens', { name: 'stolen', scopes: ['sites:read'] }],
  ['/api/v1/dashboard-links', {}],
])('POST %s', (path, json) => {
  it("answers another workspace's site like an unknown site", async () => {
    const answerTo = async (site: number) => {
      const { status, body } = await gateway.request('POST', path, {
        token: theirToken,
        json: { ...json, sites: [site] },
        headers: { 'x-request-id': 'same' },
      });
      return { status, text: JSON.stringify(body).replaceAll(String(site), 'SITE') };
    };
    const unknown = await answerTo(UNKNOWN);
    expect(unknown.status).toBe(400);
    expect(await answerTo(ours.site)).toEqual({
      ...unknown,
      // The id may occur elsewhere in the response.
      text: unknown.text.replaceAll(String(ours.site), 'SITE'),
    });
  });
});
