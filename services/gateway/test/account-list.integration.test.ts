import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const list = (query = '') => gateway.request('GET', `/api/v1/accounts${query}`);
const download = (query: string) =>
  fetch(`${gateway.origin}/api/v1/accounts?${query}`, {
    headers: { authorization: `Bearer ${gateway.ours.token}` },
  });

it('returns accounts, and a cursor for later changes', async () => {
  const { body } = await list();
  expect(body['accounts']).toEqual([
    {
      ...{ id: 17, userId: 'u1', company: null, plan: 'pro', mrr: '49', status: 'linked' },
      ...{ channel: 'Email', source: 'Newsletter', campaign: null, landing: 'example.com/', referrer: null },
      ...{
        country: 'DE',
        device: 'mobile',
        firstSeenAt: '2026-10-01T00:00:00.000Z',
        identifiedAt: '2026-10-02T00:00:00.000Z',
      },
      ...{ recordedAt: '2026-10-02T00:00:00.000Z', rulesVersion: 1, changedAt: '2026-10-03T00:00:00.000Z' },
      revenue: [
        {
          ...{ currency: 'EUR', gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 },
          ...{ firstPaidAt: '2026-10-03T00:00:00.000Z', lastPaidAt: '2026-10-03T00:00:00.000Z' },
        },
      ],
    },
  ]);
  expect(body['nextCursor']).toBeNull();
  const later = await list(`?changed_since=${String(body['feedCursor'])}`);
  expect(later.body).toEqual({ accounts: [], nextCursor: null, feedCursor: body['feedCursor'] });
});

it.each([
  ['changed_since=2026-10-03T00:00:00.000Z', 1],
  ['changed_since=2026-10-03T02:00:00.000%2B02:00', 1],
  ['changed_since=2026-10-03T00:00:00.001Z', 0],
])('returns the accounts that changed at a time or later: %s', async (query, length) => {
  expect((await list(`?${query}`)).body['accounts']).toHaveLength(length);
});

it.each(['changed_since=yesterday', 'cursor=abc', 'limit=1001', 'limit=0', 'format=xlsx', 'since=1'])(
  'refuses %s',
  async (query) => {
    expect((await list(`?${query}`)).status).toBe(400);
  },
);

it('lists the accounts that match filters and a time range in pages, without a cursor of the feed', async () => {
  const query = '?filter[channel]=Email&range=30d&timezone=Europe/Berlin&limit=1';
  const first = await list(query);
  expect(first.body).toMatchObject({ accounts: [{ id: 18 }], feedCursor: null });
  const second = await list(`${query}&cursor=${String(first.body['nextCursor'])}`);
  expect(second.body).toMatchObject({ accounts: [{ id: 17 }], nextCursor: null, feedCursor: null });
  expect((await list('?filter[channel]=Direct')).body['accounts']).toEqual([]);
  expect((await list('?from=2026-01-01&to=2026-01-31')).body['accounts']).toEqual([]);
});

it.each(['filter[channel]=Email', 'range=30d', 'from=2026-10-01&to=2026-10-31'])(
  'refuses changed_since together with %s',
  async (selection) => {
    const { status, body } = await list(`?changed_since=2026-10-03T00:00:00.000Z&${selection}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'changed_since' }] });
  },
);

it('refuses the cursor of a list without filters in one with filters, and the reverse', async () => {
  const { body } = await list();
  const refused = { status: 400, body: { errors: [{ field: 'cursor' }] } };
  expect(await list(`?filter[channel]=Email&cursor=${String(body['feedCursor'])}`)).toMatchObject(refused);
  const filtered = await list('?filter[channel]=Email&limit=1');
  expect(await list(`?cursor=${String(filtered.body['nextCursor'])}`)).toMatchObject(refused);
});

it('returns all accounts as CSV and as NDJSON', async () => {
  const csv = await download('format=csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  const [head, row] = (await csv.text()).split('\r\n');
  expect(head).toMatch(/^id,userId,company,plan,mrr,status,channel,/);
  expect(row).toMatch(/^"17","u1","","pro","49","linked","Email",/);
  const ndjson = await (await download('format=ndjson')).text();
  expect(JSON.parse(ndjson)).toMatchObject({ id: 17, channel: 'Email' });
});

it('exports only the accounts that match the filters', async () => {
  const idsIn = async (query: string) =>
    (await (await download(query)).text())
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
  expect(await idsIn('format=csv&filter[channel]=Email')).toEqual(['"18"', '"17"']);
  expect(await idsIn('format=csv&filter[channel]=Direct')).toEqual([]);
});

it('returns one account with its payments', async () => {
  const { body } = await gateway.request('GET', '/api/v1/accounts/17');
  expect(body['touches']).toMatchObject([
    { at: '2026-10-01T00:00:00.000Z', channel: 'Email', campaign: null },
  ]);
  expect(body['payments']).toEqual([
    {
      ...{ paymentId: 'in-1', occurredAt: '2026-10-03T00:00:00.000Z', amount: '49.00', currency: 'EUR' },
      type: 'sale',
    },
  ]);
  for (const id of ['18', 'x', '0'])
    expect(await gateway.request('GET', `/api/v1/accounts/${id}`)).toMatchObject({ status: 404 });
});

it('looks accounts up in bulk', async () => {
  const { body } = await gateway.request('POST', '/api/v1/attribution/lookup/bulk', {
    json: { accounts: [{ email: 'ada@example.com' }, { user_id: 7 }] },
  });
  expect(body['accounts']).toMatchObject([
    { index: 0, found: true, channel: 'Email', visitors: 1 },
    { index: 1, found: false },
  ]);
});

it('returns the credit of a payment; that of an erased account without a time', async () => {
  const { body } = await gateway.request('GET', '/api/v1/payments/p1/credit');
  expect(body).toMatchObject({
    model: 'first_touch',
    shares: [{ touch: { at: '2026-10-01T00:00:00.000Z', channel: 'Email' }, reason: 'touch' }],
  });
  const erased = await gateway.request('GET', '/api/v1/payments/erased/credit');
  expect(erased.body['shares']).toEqual([
    {
      touch: { at: null, channel: 'Email', source: null, campaign: null, landing: null, referrer: null },
      ...{ share: 100, amount: '49.00', reason: 'recorded' },
    },
  ]);
});
