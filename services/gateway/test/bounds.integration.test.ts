import { cpuClock } from '@headwater/kit/testing/cpu-clock';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'bounds.example' } });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());

const FILTERS = 10_000;
const GOAL = { name: 'G', type: 'event', event: 'e' };

describe('ten thousand filters', () => {
  it.each([
    ['far too many for a URL', FILTERS, [414, 431]],
    ['as many as a URL takes', 400, [400]],
    ['one too many', 21, [400]],
  ])('in a query, %s: are rejected fast, without a call to a service', async (_what, count, statuses) => {
    const query = Array.from({ length: count }, (_, n) => `filter[os]=${n}`).join('&');
    gateway.standIns.analytics.calls.length = 0;
    const usedMs = cpuClock();
    const response = await fetch(`${gateway.origin}${site}/events/signup?${query}`, {
      headers: { authorization: `Bearer ${gateway.ours.token}` },
    });
    expect(statuses).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(usedMs()).toBeLessThan(1_000); // seen: under 100
    expect(gateway.standIns.analytics.calls).toEqual([]);
  });

  it.each([
    ['a goal', 'POST', '/goals', (filters: object[]) => ({ ...GOAL, filters })],
    ['a document', 'PUT', '/config', (filters: object[]) => ({ goals: [{ ...GOAL, filters }] })],
  ] as const)('in %s: refused fast', async (_what, method, path, bodyOf) => {
    const filters = Array.from({ length: FILTERS }, () => ({ key: 'os', operator: 'is', value: 'x' }));
    const usedMs = cpuClock();
    const { status, body } = await gateway.request(method, `${site}${path}`, { json: bodyOf(filters) });
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(usedMs()).toBeLessThan(1_000);
  });
});
