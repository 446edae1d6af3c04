import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const send = (raw: string | Buffer, type = 'text/csv') =>
  gateway.request('POST', '/api/v1/costs/bulk', { raw, headers: { 'content-type': type } });

const sent = () =>
  gateway.standIns.identity.calls.findLast(({ method }) => method === 'PutCosts')?.request as {
    costs: { index: number; cost: object }[];
  };

it.each(['text/csv', 'text/csv; charset=utf-8', 'text/csv; header=present'])(
  'saves the rows of a CSV file sent as %s like those of JSON',
  async (type) => {
    const row = {
      ...{ day: '2026-10-25', channel: 'Paid Search', source: 'a, "b"', amount: '12.50', currency: 'EUR' },
      ...{ clicks: 30, impressions: 900 },
    };
    const json = await gateway.request('POST', '/api/v1/costs/bulk', { json: { costs: [row] } });
    const expected = sent();
    const csv = await send(
      '\ufeffday, channel,source,campaign,amount,currency,clicks,impressions\r\n' +
        '2026-10-25,Paid Search,"a, ""b""",,12.50,EUR,30,900\r\n\r\n',
      type,
    );
    expect(csv.body).toEqual({ ok: true, imported: 1, replaced: 0, skipped: 0, errors: [] });
    expect(csv.body).toEqual(json.body);
    expect(sent()).toEqual(expected);
  },
);

it('skips rows with invalid and unknown cells, with their positions', async () => {
  const file = [
    'day,amount,currency,clicks',
    '2026-10-25,1,EUR,1.5',
    '2026-10-25,2,EUR,,more',
    '2026-10-25,,EUR',
    '2026-10-25,3,EUR',
  ];
  expect((await send(file.join('\n'))).body).toMatchObject({
    ...{ imported: 1, skipped: 3 },
    errors: [
      { index: 0, field: 'clicks' },
      { index: 1, message: expect.stringContaining('column 5') as string },
      { index: 2, field: 'amount' },
    ],
  });
  expect(sent().costs.map(({ index }) => index)).toEqual([3]);
});

it('refuses a file that is not UTF-8: another spelling of a campaign would be another cost', async () => {
  const raw = Buffer.from('day,campaign,amount,currency\n2026-10-25,Müller,1,EUR\n', 'latin1');
  const calls = gateway.standIns.identity.calls.length;
  const { status, body } = await send(raw);
  expect({ status, code: body['code'], detail: body['detail'] }).toEqual({
    ...{ status: 400, code: 'invalid_request' },
    detail: 'The file is not valid UTF-8. Save it as UTF-8 and send it again.',
  });
  expect(gateway.standIns.identity.calls).toHaveLength(calls);
});

it.each([
  ['an empty file', '', 'no body'],
  ['no rows', '\n', 'names the columns'],
  ['a column twice', 'day,amount,day\n2026-10-25,1,2026-10-25', 'several columns named "day"'],
  ['misplaced quotes', 'day,amount\n2026-10-25,"1"2', 'row after line 1'],
  ['too many rows', `day,amount,currency\n${'2026-10-25,1,EUR\n'.repeat(1_001)}`, 'more than 1000 rows'],
])('refuses %s', async (_, file, message) => {
  const { status, body } = await send(file);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(message.replaceAll('"', String.raw`\"`));
});

it('saves the largest number of rows, also in a file of almost 1 MiB', async () => {
  const row = `2026-10-25,${'c'.repeat(1_000)},1,EUR\n\n`;
  const { body } = await send(`day,campaign,amount,currency\n\n${row.repeat(1_000)}`);
  expect(body).toMatchObject({ imported: 1_000, skipped: 0 });
});

it('refuses other types, also for endpoints without CSV', async () => {
  expect((await send('day\n', 'text/plain')).status).toBe(415);
  const payments = await gateway.request('POST', '/api/v1/payments/bulk', {
    ...{ raw: 'payment_id\n', headers: { 'content-type': 'text/csv' } },
  });
  expect(payments.status).toBe(415);
});

it('replays the answer of a file under its Idempotency-Key', async () => {
  const file = 'day,amount,currency\n2026-10-25,1,EUR\n';
  const keyed = (raw: string) =>
    gateway.request('POST', '/api/v1/costs/bulk', {
      ...{ raw, headers: { 'content-type': 'text/csv', 'idempotency-key': 'costs-1' } },
    });
  await keyed(file);
  expect((await keyed(file)).headers.get('idempotent-replayed')).toBe('true');
  expect((await keyed(`${file}2026-10-26,1,EUR\n`)).status).toBe(422);
});

it('adds the payback to costs on request, null until the cost is paid back', async () => {
  const paybacks = async (query: string) => {
    const { status, body } = await gateway.request('GET', `/api/v1/customers?dimension=channel${query}`);
    const { breakdown = [] } = (body['data'] ?? {}) as {
      breakdown?: { costs: { paybackMonths?: number | null }[] }[];
    };
    return [status, breakdown.map(({ costs: [cost] }) => cost?.paybackMonths)];
  };
  expect(await paybacks('')).toEqual([200, [undefined, undefined]]);
  expect(await paybacks('&include=payback')).toEqual([200, [2, null]]);
  expect(await paybacks('&include=costs')).toEqual([400, []]);
});

it('shows costs in reports to tokens with the scope payments only', async () => {
  const reports = async (scopes: string[]) => {
    const created = await gateway.request('POST', '/api/v1/tokens', { json: { name: 'reader', scopes } });
    const token = String(created.body['token']);
    const [customers, cohorts] = await Promise.all(
      ['customers?dimension=channel', 'cohorts?dimension=channel'].map((path) =>
        gateway.request('GET', `/api/v1/${path}`, { token }),
      ),
    );
    expect([customers?.status, cohorts?.status]).toEqual([200, 200]);
    return JSON.stringify([customers?.body, cohorts?.body]);
  };
  const { calls } = gateway.standIns.identity;
  const before = calls.length;
  const withCosts = await reports(['stats:read', 'payments']);
  expect(withCosts).toMatch(/"cac":"3.33".*"cac":"10.00"/);
  expect(withCosts).toContain('"key":"Paid Search"');
  const without = await reports(['stats:read']);
  expect(without).not.toContain('10.00');
  // The key has costs only.
  expect(without).not.toContain('Paid Search');
  expect(without).toContain('"key":"Email"');
  expect(without).toContain('"costs":null,"cac":null,"roas":null,"paybackPeriod":null');
  // Costs would otherwise decide the currency of cohorts without payments.
  const cohorts = calls.slice(before).filter(({ method }) => method === 'QueryCohorts');
  expect(cohorts).toMatchObject([
    { request: { excludesCosts: false } },
    { request: { excludesCosts: true } },
  ]);
});

it.each(['customers', 'cohorts'])(
  'passes the model and the lookback of %s on, and returns them',
  async (path) => {
    const found = await gateway.request('GET', `/api/v1/${path}?model=linear&lookback=30`);
    expect(found.body).toMatchObject({ model: 'linear', lookback: 30 });
    expect((await gateway.request('GET', `/api/v1/${path}`)).body).toMatchObject({ model: 'first_touch' });
    for (const query of ['model=best', 'lookback=-1', 'lookback=3651'])
      expect((await gateway.request('GET', `/api/v1/${path}?${query}`)).status).toBe(400);
  },
);
