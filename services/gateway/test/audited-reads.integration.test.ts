import { ENDPOINTS } from '../src/routes/endpoints';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Endpoints that read without an entry in the log, by reason. */
const NOT_AUDITED: Readonly<Record<string, readonly string[]>> = {
  'numbers of many visitors or accounts': [
    ...[
      'listEvents',
      'getEventAnalysis',
      'getStats',
      'getRealtime',
      'streamRealtime',
      'getRetention',
      'getTrafficQuality',
    ],
    ...['getGoal', 'getFunnel', 'getCustomers', 'getCohorts', 'listCompanies', 'getRevenue', 'listCosts'],
  ],
  'settings of the workspace': [
    ...[
      'listSites',
      'getSite',
      'getPurge',
      'getConfig',
      'getSiteStatus',
      'listCategories',
      'listGoals',
      'listAnnotations',
      'listSavedViews',
    ],
    ...['listFunnels', 'getIntegration', 'listShareLinks', 'listWebhooks', 'getWebhook', 'listDeliveries'],
    ...['listTokens', 'listDashboardSessions', 'explain'],
  ],
  'one event, by its random id': ['getReceipt'],
  'certificates without data of a person': ['listErasures', 'getErasure'],
  'the log': ['listAudit'],
  'reads that are audited themselves': ['readBatch'],
};
const readsOf = ({ method, readOnly }: (typeof ENDPOINTS)[number]): boolean =>
  method === 'get' || readOnly === true;
const READS = ENDPOINTS.filter((endpoint) => !endpoint.open && readsOf(endpoint));

describe('reads of single persons', () => {
  it('are audited, or every endpoint that reads has a reason', () => {
    const audited = READS.filter((endpoint) => endpoint.audited !== undefined).map(
      ({ operationId }) => operationId,
    );
    const others = Object.values(NOT_AUDITED).flat();
    expect([...audited, ...others].sort()).toEqual(READS.map(({ operationId }) => operationId).sort());
  });

  it.each(READS.filter((endpoint) => endpoint.audited !== undefined))(
    'of $operationId have an entry',
    async ({ operationId, method, path, example }) => {
      const { token } = await gateway.newTenant(operationId);
      const { body } = await gateway.request('POST', '/api/v1/sites', {
        token,
        json: { domain: 'persons.example' },
      });
      const ids = { id: String(body['id']), visitorId: 'f'.repeat(32), accountId: '17', paymentId: 'in-1' };
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);
      const query = example?.query === undefined ? '' : `?${example.query}`;
      const answer = await fetch(`${gateway.origin}${url}${query}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(example?.body ? { body: JSON.stringify(example.body) } : {}),
      });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      const { body: log } = await gateway.request('GET', '/api/v1/audit', { token });
      const entries = log['entries'] as { action: string; outcome: string }[];
      expect(entries.map(({ action, outcome }) => [action, outcome])).toContainEqual([operationId, 'done']);
    },
  );
});
