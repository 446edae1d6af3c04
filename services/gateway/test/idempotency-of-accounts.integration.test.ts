import { failure } from '@headwater/protos/error-codes';
import { startGateway, type Gateway } from './gateway-fixture';
import { ERASURE } from './accounts-stand-in';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.standIns.identity.calls.length = 0;
  Object.assign(gateway.standIns.identity.overrides, {
    ListErasures: () => Promise.resolve({ erasures: [] }),
  });
  await gateway.database.pool.query('TRUNCATE gateway.idempotency_keys');
  await gateway.database.pool.query('UPDATE gateway.workspaces SET last_erasure_at = NULL');
});

const email = 'ada@example.com';
const payment = { payment_id: 'in-1', user_id: 'known', amount: '49', currency: 'EUR' };

describe.each([
  ['identify', 'Identify', { anonymous_id: 'seen-1', email }, { plan: 'pro' }],
  ['payments', 'RecordPayment', payment, { type: 'refund' }],
])('a repeat of POST /%s under its Idempotency-Key', (path, method, json, other) => {
  const send = (body: object = json) =>
    gateway.request('POST', `/api/v1/${path}`, {
      json: body,
      headers: { 'idempotency-key': 'key-1' },
    });

  it('gets the first answer', async () => {
    const { overrides, calls } = gateway.standIns.identity;
    const first = await send();
    Object.assign(overrides, { [method]: () => Promise.reject(new Error('a second call')) });
    const repeat = await send();
    Reflect.deleteProperty(overrides, method);
    expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(calls.map((call) => call.method)).toEqual([method, 'ListErasures']);
  });

  it('runs again after an erasure that its gateway did not record, as one of an earlier release', async () => {
    const { overrides, calls } = gateway.standIns.identity;
    await send();
    const erasedAt = (atMs: number) =>
      Object.assign(overrides, {
        ListErasures: () => Promise.resolve({ erasures: [{ ...ERASURE, atMs }] }),
      });
    const now = gateway.clock.now();
    erasedAt(now - 600_000);
    expect(JSON.stringify((await send()).body)).toContain('"channel"');
    // An erasure may end after the request began.
    for (const atMs of [now - 30_000, now + 1_000]) {
      erasedAt(atMs);
      calls.length = 0;
      await send();
      expect(calls.map((call) => call.method)).toEqual(['ListErasures', method]);
    }
  });

  it('returns nothing while identity is unavailable: the account may be erased', async () => {
    await send();
    Object.assign(gateway.standIns.identity.overrides, {
      ListErasures: () => Promise.reject(failure('upstream_unavailable', 'down')),
    });
    expect((await send()).status).toBe(503);
  });

  it('runs again after an erasure, with the operation id of the first request', async () => {
    const { overrides, calls } = gateway.standIns.identity;
    const first = await send();
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(JSON.stringify(first.body)).toContain('"channel"');
    const erasure = await gateway.request('POST', '/api/v1/erasures', { json: { email } });
    expect(erasure.status).toBe(200);
    const erased = { linked: false, enriched: false, created: true, attributed: false, warnings: [] };
    Object.assign(overrides, { [method]: () => Promise.resolve(erased) });
    // Another order of the fields.
    const repeat = await send(Object.fromEntries(Object.entries(json).reverse()));
    Reflect.deleteProperty(overrides, method);
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([first.status, 'true']);
    expect(JSON.stringify(repeat.body)).not.toContain('channel');
    const runs = calls.filter((call) => call.method === method);
    expect(runs).toHaveLength(2);
    expect(new Set(runs.map(({ operationId }) => operationId)).size).toBe(1);
    if (method === 'Identify')
      expect(runs.map(({ request }) => (request as { isRepeat: boolean }).isRepeat)).toEqual([false, true]);
  });

  it('is refused if the request differs', async () => {
    await send();
    const { status, body } = await send({ ...json, ...other });
    expect([status, body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(gateway.standIns.identity.calls).toHaveLength(1);
  });
});
