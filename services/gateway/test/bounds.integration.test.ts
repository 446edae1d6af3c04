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

it('refuses a CSV file of half a million rows fast, without a call to a service', async () => {
  const raw = 'day\n' + 'a\n'.repeat(524_000);
  gateway.standIns.identity.calls.length = 0;
  const usedMs = cpuClock();
  const { status, body } = await gateway.request('POST', '/api/v1/costs/bulk', {
    ...{ raw, headers: { 'content-type': 'text/csv' } },
  });
  expect(usedMs()).toBeLessThan(1_000); // seen: under 100
  expect({ status, detail: body['detail'] }).toEqual({
    status: 400,
    detail: 'The file has more than 1000 rows. Split it; repeat the header line in each part.',
  });
  expect(gateway.standIns.identity.calls).toEqual([]);
});

describe('a body of unknown fields', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, 1]));
  const rows = (count: number, row: object) =>
    Array.from({ length: count }, () => ({ ...row, ...unknown(300) }));
  const UNKNOWN = 'is an unknown field; remove it or check its spelling';

  it.each([
    ['accounts without an address', 'identify/bulk', { users: rows(1_000, {}) }, { skipped: 1_000 }],
    ['accounts', 'identify/bulk', { users: rows(1_000, { email: 'ada@example.com' }) }, { imported: 1_000 }],
    ['payments', 'payments/bulk', { payments: rows(340, {}) }, { skipped: 340 }],
    ['costs', 'costs/bulk', { costs: rows(340, {}) }, { skipped: 340 }],
  ])('in 300 fields of each row, %s: is answered fast', async (_what, path, json, expected) => {
    const usedMs = cpuClock();
    const { status, body } = await gateway.request('POST', `/api/v1/${path}`, { json });
    expect(usedMs()).toBeLessThan(4_000);
    const { imported, skipped, errors, warnings = [] } = body;
    expect({ status, imported, skipped }).toEqual({ status: 200, imported: 0, skipped: 0, ...expected });
    expect({ errors, warnings }).toMatchObject({
      errors: { length: skipped },
      warnings: { length: imported },
    });
  });

  it('is refused fast, with the first fields', async () => {
    const usedMs = cpuClock();
    const { status, body } = await gateway.request('POST', '/api/v1/sites', { json: unknown(90_000) });
    expect(status).toBe(400);
    expect(body['errors']).toHaveLength(50);
    expect(body['detail']).toBe(`domain is required; u0 ${UNKNOWN}; u1 ${UNKNOWN}; and at least 47 more.`);
    expect(usedMs()).toBeLessThan(1_000);
  });

  it('names an invalid field of a row before unknown ones', async () => {
    const users = [{ ...unknown(2_000), email: 'ada@example.com', mrr: -1 }];
    const { body } = await gateway.request('POST', '/api/v1/identify/bulk', { json: { users } });
    expect(body['warnings']).toHaveLength(1_000);
    expect(body['warnings']).toMatchObject(
      [{ field: 'mrr' }, { field: 'u0', message: UNKNOWN }].concat(Array(998).fill({})),
    );
  });

  it('names data left out of later rows before unknown fields', async () => {
    const [email, warning] = ['ada@example.com', { index: 2, field: 'traits', message: 'Too many' }];
    const { overrides } = gateway.standIns.identity as { overrides: Record<string, unknown> };
    overrides['BulkIdentify'] = () =>
      Promise.resolve({ imported: 3, skipped: 0, errors: [], warnings: [warning] });
    const users = [{ ...unknown(2_000), email }, { email, mrr: -1 }, { email }];
    const { body } = await gateway.request('POST', '/api/v1/identify/bulk', { json: { users } });
    delete overrides['BulkIdentify'];
    const warnings = body['warnings'] as object[];
    expect(warnings).toHaveLength(1_000);
    expect(warnings.slice(-3)).toMatchObject([{ field: 'u997' }, { index: 1, field: 'mrr' }, warning]);
  });
});

const NESTED = '%2525252525252526amp;';

describe('a body of a megabyte', () => {
  it.each([
    [
      'a visitor id',
      'POST',
      '/api/v1/identify',
      { email: 'ada@example.com', anonymous_id: NESTED.repeat(45_000) },
    ],
    ['an unknown field', 'POST', '/api/v1/identify', { [NESTED.repeat(45_000)]: 1 }],
    ['bad list items', 'POST', '/api/v1/tokens', { name: 'x', scopes: Array<string>(100_000).fill('bad') }],
  ])('with %s: is refused fast, and counts as its size', async (_what, method, path, json) => {
    const left = (headers: Headers): number => Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const before = await gateway.request('GET', '/api/v1/sites');
    const usedMs = cpuClock();
    const { status, headers } = await gateway.request(method, path, { json });
    expect(status).toBe(400);
    expect(usedMs()).toBeLessThan(1_000);
    expect(left(headers)).toBeLessThan(left(before.headers) - 30);
  });
});

describe('a tool call whose arguments make a query of gigabytes', () => {
  it.each([
    ['a list of a long filter', { filter: { ['k'.repeat(40_000)]: Array<number>(5_000).fill(1) } }],
    ['empty items', { filter: { os: Array<null>(500_000).fill(null) } }],
    ['a long path', { id: '1'.repeat(20_000) }],
  ])('with %s: is refused fast, and counts', async (_what, args) => {
    const call = async (name: string, values: object) => {
      const response = await fetch(`${gateway.origin}/mcp?tools=all`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${gateway.ours.token}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: values },
        }),
      });
      return response.text();
    };
    const left = async (): Promise<number> => {
      const { headers } = await gateway.request('GET', '/api/v1/sites');
      return Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await left();
    const usedMs = cpuClock();
    expect(await call('getStats', { id: 1, ...args })).toMatch(/invalid_request|"isError":true/);
    expect(usedMs()).toBeLessThan(1_000);
    expect(await left()).toBeLessThan(before - 1);
  });
});
