import { waitFor } from '@headwater/kit/testing/wait-for';
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

test('log lines of requests contain the error code of the answer', async () => {
  const { token } = await gateway.newTenant('codes');
  const logged = async (requestId: string) => {
    const { status } = await gateway.request('GET', '/api/v1/sites', {
      token,
      headers: { 'x-request-id': requestId },
    });
    const line = await waitFor('the line', () => gateway.logLines.find((each) => each.includes(requestId)));
    return { status, code: JSON.parse(line).code as unknown };
  };
  expect(await logged('code-of-200')).toEqual({ status: 200, code: undefined });
  for (let i = 0; i < 20; i += 1) await list(token);
  expect(await logged('code-of-429')).toEqual({ status: 429, code: 'rate_limited' });
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

describe('the cost of a request', () => {
  let priced: Gateway;
  beforeAll(async () => {
    const limits = {
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: '100',
      RATE_LIMIT_EXPORTS_PER_MINUTE: '60',
    };
    priced = await startGateway(limits);
    await priced.request('POST', '/api/v1/sites', { json: { domain: 'priced.example' } });
  });
  afterAll(() => priced.stop());
  const leftOf = (answer: Pick<Awaited<ReturnType<Gateway['request']>>, 'headers'>): number =>
    Number(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
  const payment = { payment_id: 'in-1', user_id: 'u-1', amount: '1', currency: 'EUR' };

  it.each([
    ['identify/bulk', 'users', { email: 'ada@example.com' }],
    ['payments/bulk', 'payments', payment],
    ['costs/bulk', 'costs', { day: '2026-10-25', amount: '1', currency: 'EUR' }],
    ['attribution/lookup/bulk', 'accounts', { user_id: 'u-1' }],
    ['sites/1/events', 'events', { anonymous_id: 'v', name: 'signup' }],
  ])('of %s is a point per 50 items', async (path, name, item) => {
    const { token } = await priced.newTenant(path);
    const siteToken = path.startsWith('sites') ? priced.ours.token : token;
    const send = async (count: number): Promise<number> =>
      leftOf(
        await priced.request('POST', `/api/v1/${path}`, {
          token: siteToken,
          json: { [name]: times(count, item) },
        }),
      );
    const before = await send(1);
    const after = [await send(50), await send(51), await send(1_000)];
    expect(after).toEqual([before - 1, before - 3, before - 23]);
  });

  it('of a repeat under its Idempotency-Key is one point', async () => {
    const { token } = await priced.newTenant('repeat');
    const json = { users: times(1_000, { email: 'ada@example.com' }) };
    const headers = { 'idempotency-key': 'bulk-1' };
    const send = async () =>
      leftOf(await priced.request('POST', '/api/v1/identify/bulk', { token, json, headers }));
    expect([await send(), await send()]).toEqual([80, 79]);
  });

  it('of an import is a point per 50,000 rows', async () => {
    const row = 's1,v1,/pricing,1,2026-10-01 10:00:00';
    const send = async (rows: number): Promise<number> => {
      const path = '/api/v1/sites/1/import?source=umami';
      const raw = ['session_id,visit_id,url_path,event_type,created_at', ...times(rows, row)].join('\n');
      const answer = await priced.request('POST', path, { raw, headers: { 'content-type': 'text/csv' } });
      expect(answer.status).toBe(200);
      return leftOf(answer);
    };
    expect([await send(1), await send(100_001)]).toEqual([59, 56]);
  });

  it('of a report about accounts contains its time, whatever its outcome', async () => {
    const begin = priced.clock.now();
    const takes = (ms: number, outcome: () => Promise<object>) => () => {
      priced.clock.set(priced.clock.now() + ms);
      return outcome();
    };
    const read = async (report: string) => leftOf(await priced.request('GET', `/api/v1/${report}`));
    const before = await read('categories');
    const found = () => Promise.resolve({ companies: [], total: 0 });
    const { overrides } = priced.standIns.identity;
    Object.assign(overrides, { ListCompanies: takes(99, found) });
    expect(await read('companies')).toBe(before - 1);
    Object.assign(overrides, { ListCompanies: takes(750, found) });
    expect(await read('companies')).toBe(before - 9);
    const failed = () => Promise.reject(failure('deadline_exceeded', 'The query took too long.'));
    for (const method of ['QueryCohorts', 'QueryCustomers', 'QueryRevenue'])
      Object.assign(overrides, { [method]: takes(300, failed) });
    expect([await read('cohorts'), await read('customers'), await read('revenue')]).toEqual([
      before - 13,
      before - 17,
      before - 21,
    ]);
    Object.assign(overrides, { QueryCohorts: takes(60_000, failed) });
    expect(await read('cohorts')).toBe(before - 72);
    priced.clock.set(begin);
  });
});
