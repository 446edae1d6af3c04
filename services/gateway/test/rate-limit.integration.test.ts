import { failure } from '@headwater/protos/error-codes';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  // A window far longer than the test: 20 requests in 20 seconds.
  gateway = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '20' });
});
afterAll(() => gateway.stop());

const list = (token: string) => gateway.request('GET', '/api/v1/sites', { token });
const identify = (token: string) =>
  gateway.request('POST', '/api/v1/identify', { token, json: { anonymous_id: 'v', email: 'a@b.example' } });

describe('the rate limit', () => {
  it('allows a burst, even in parallel, and then returns Retry-After', async () => {
    const { token } = await gateway.newTenant('burst');
    const answers = await Promise.all(Array.from({ length: 25 }, () => list(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const { headers, body } of refused) {
      expect(body['code']).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(20);
      expect(headers.get('ratelimit')).toMatch(/^"read";r=0;t=\d+$/);
    }
  });

  it('returns the remaining budget with every response to a token', async () => {
    const { token } = await gateway.newTenant('headers');
    const left = async (path: string, status: number) => {
      const answer = await gateway.request('GET', path, { token });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('ratelimit-policy')).toBe('"read";q=20;w=20');
      return answer.headers.get('ratelimit');
    };
    expect(await left('/api/v1/sites', 200)).toMatch(/^"read";r=19;t=(19|20)$/);
    expect(await left('/api/v1/sites/999999', 404)).toMatch(/^"read";r=18;/);
    expect(await left('/api/v1/sites?nope=1', 400)).toMatch(/^"read";r=17;/);
  });

  it('has separate budgets for reads and writes, and for each token', async () => {
    const { token } = await gateway.newTenant('budgets');
    for (let i = 0; i < 20; i += 1) await list(token);
    expect((await list(token)).status).toBe(429);
    const written = await identify(token);
    expect(written.status).toBe(200);
    expect(written.headers.get('ratelimit')).toMatch(/^"write";r=19;/);
    expect((await list(gateway.ours.token)).status).toBe(200);
  });

  it('charges neither health checks, nor the document, nor requests without a valid token', async () => {
    for (let i = 0; i < 25; i += 1)
      for (const path of ['/healthz', '/openapi.json'])
        expect((await gateway.request('GET', path, { token: null })).status).toBe(200);
    const refused = await gateway.request('GET', '/api/v1/sites', { token: null });
    expect({ status: refused.status, limit: refused.headers.get('ratelimit') }).toEqual({
      status: 401,
      limit: null,
    });
  });
});

describe('the rate limit over replicas', () => {
  it('is shared by all of them, within a tenth per replica', async () => {
    const shared = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '100' });
    const replicas = [await shared.startReplica(), await shared.startReplica()];
    const origins = [shared.origin, ...replicas.map(({ origin }) => origin)];
    const headers = { authorization: `Bearer ${shared.ours.token}` };
    const statuses: number[] = [];
    for (let batch = 0; batch < 20; batch += 1)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 12 }, async (_, n) => {
            const response = await fetch(`${origins[n % 3] ?? ''}/api/v1/sites`, { headers });
            await response.arrayBuffer();
            return response.status;
          }),
        )),
      );
    const allowed = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(240 - allowed);
    expect(allowed).toBeGreaterThanOrEqual(100);
    expect(allowed).toBeLessThanOrEqual(130);
    for (const replica of replicas) await replica.stop();
    await shared.stop();
  });
});

describe('the cost of a response', () => {
  it('is charged to the budget and returned with the response', async () => {
    const priced = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '100' });
    await priced.request('POST', '/api/v1/sites', { json: { domain: 'priced.example' } });
    const answer = {
      from: '2026-10-03',
      to: '2026-11-01',
      timezone: 'UTC',
      events: [],
    };
    let rows = 999_999;
    Object.assign(priced.standIns.analytics.overrides, {
      ListEvents: (_: unknown, call: { charge(cost: number): void }) => {
        call.charge(rows);
        return Promise.resolve(answer);
      },
    });
    const left = async () =>
      (await priced.request('GET', '/api/v1/sites/1/events')).headers.get('ratelimit')?.split(';')[1];
    expect(await left()).toBe('r=99');
    rows = 7_500_000;
    expect(await left()).toBe('r=91');
    Object.assign(priced.standIns.analytics.overrides, {
      ListEvents: () => Promise.reject(failure('query_too_heavy', 'Too much.')),
    });
    expect(await left()).toBe('r=40');
    await priced.stop();
  });
});
