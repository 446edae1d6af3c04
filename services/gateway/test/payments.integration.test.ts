import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.identity.calls.length = 0;
});

const PAYMENT = { payment_id: 'p1', user_id: 'known', amount: '49.00', currency: 'EUR', type: 'sale' };
const pay = (json: unknown) => gateway.request('POST', '/api/v1/payments', { json });
const bulk = (json: unknown) => gateway.request('POST', '/api/v1/payments/bulk', { json });

describe('payments over HTTP', () => {
  it('returns 201 with the channel of the account, and 200 for a repeat', async () => {
    const body = { ok: true, attributed: true, channel: 'Email' };
    expect(await pay(PAYMENT)).toMatchObject({ status: 201, body });
    expect(await pay({ ...PAYMENT, payment_id: 'repeat' })).toMatchObject({ status: 200, body });
  });

  it('returns no channel while the account has none', async () => {
    const { status, body } = await pay({ ...PAYMENT, user_id: 'stranger' });
    expect({ status, body }).toEqual({ status: 201, body: { ok: true, attributed: false } });
  });

  it('forwards numbers with the digits that were sent', async () => {
    await pay({ ...PAYMENT, amount: 0.1 });
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({ payment: { amount: '0.1' } });
  });

  it('defaults to a sale of now', async () => {
    const { status } = await pay({ ...PAYMENT, type: undefined });
    expect(status).toBe(201);
    const { payment } = gateway.standIns.identity.calls[0]?.request as { payment: object };
    expect(payment).toMatchObject({ type: 'sale' });
    expect(payment).not.toHaveProperty('occurredAt');
  });

  it('returns 409 payment_conflict for a recorded id with other content', async () => {
    const { status, body } = await pay({ ...PAYMENT, payment_id: 'taken' });
    expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'payment_conflict' });
  });

  it.each([
    ['no payment_id', { payment_id: undefined }, 'payment_id'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount that is a list', { amount: ['1'] }, 'amount'],
    ['no currency', { currency: undefined }, 'currency'],
    ['a type beyond the list', { type: 'gift' }, 'type'],
    ['a misspelt field', { occuredAt: 'x' }, 'occuredAt'],
  ])('answers 400 to %s', async (_what, change, field) => {
    const { status, body } = await pay({ ...PAYMENT, ...change });
    expect(status).toBe(400);
    expect(body['errors']).toContainEqual({ field, message: expect.any(String) as unknown });
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('skips and counts malformed rows', async () => {
    const { body } = await bulk({ payments: [PAYMENT, 'x', { ...PAYMENT, type: 'gift' }, PAYMENT] });
    expect(body).toEqual({
      ok: true,
      imported: 2,
      skipped: 2,
      errors: [
        { index: 1, field: 'row', message: 'must be an object' },
        { index: 2, field: 'type', message: 'type must be one of sale, refund, subscription' },
      ],
    });
  });

  it('rejects 1001 rows and records none', async () => {
    expect((await bulk({ payments: Array(1001).fill(PAYMENT) })).status).toBe(400);
    expect(gateway.standIns.identity.calls).toEqual([]);
    expect((await bulk({ payments: [] })).body).toEqual({ ok: true, imported: 0, skipped: 0, errors: [] });
  });

  it('does not log email addresses', async () => {
    await pay({ ...PAYMENT, user_id: undefined, email: 'canary@example.com' });
    await pay({ ...PAYMENT, email: 'canary@example.com', nope: 1 });
    expect(gateway.logLines.join('')).not.toContain('canary');
  });
});

describe('revenue over HTTP', () => {
  it('is returned per currency, with decimal strings and the grain as the name of the bucket', async () => {
    const path = '/api/v1/revenue?range=30d&dimension=channel&filter[plan]=pro&timezone=Europe/Berlin';
    const { status, body } = await gateway.request('GET', path);
    const sums = { gross: '49.00', refunds: '9.50', net: '39.50', payments: 1, customers: 1 };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        range: '2026-10-03 to 2026-11-01',
        timezone: 'Europe/Berlin',
        grain: 'day',
        model: 'first_touch',
        data: {
          dimension: 'channel',
          currencies: [
            {
              currency: 'EUR',
              ...sums,
              unattributed: '-9.50',
              series: [{ day: '2026-10-03', net: '39.50', payments: 1 }],
              breakdown: [{ key: 'Email', ...sums }],
            },
          ],
          pending: [{ currency: 'EUR', net: '-9.50', payments: 0 }],
          newMrr: [{ channel: 'Email', mrr: '490', accounts: 2 }],
        },
      },
    });
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      range: '30d',
      filters: [{ key: 'plan', operator: 'is', value: 'pro' }],
    });
  });

  it.each([
    ['an unknown dimension', 'dimension=colour', 'unknown_dimension'],
    ['an unknown grain', 'grain=year', 'invalid_request'],
    ['an unknown model', 'model=best', 'invalid_request'],
    ['a limit of 0', 'limit=0', 'invalid_request'],
    ['a misspelt parameter', 'timezon=UTC', 'unknown_parameter'],
  ])('answers 400 to %s', async (_what, query, code) => {
    const { status, body } = await gateway.request('GET', `/api/v1/revenue?${query}`);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code });
  });
});
