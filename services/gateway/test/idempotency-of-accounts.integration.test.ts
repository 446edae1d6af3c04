import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.standIns.identity.calls.length = 0;
  await gateway.database.pool.query('TRUNCATE gateway.idempotency_keys');
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

  it('runs again with the operation id of the first request, as the answer may have changed', async () => {
    const { overrides, calls } = gateway.standIns.identity;
    const first = await send();
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(JSON.stringify(first.body)).toContain('"channel"');
    const erased = { linked: false, enriched: false, created: true, attributed: false, warnings: [] };
    Object.assign(overrides, { [method]: () => Promise.resolve(erased) });
    // Another order of the fields.
    const repeat = await send(Object.fromEntries(Object.entries(json).reverse()));
    Reflect.deleteProperty(overrides, method);
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([first.status, 'true']);
    expect(JSON.stringify(repeat.body)).not.toContain('channel');
    expect(calls.map((call) => call.method)).toEqual([method, method]);
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(1);
  });

  it('is refused if the request differs', async () => {
    await send();
    const { status, body } = await send({ ...json, ...other });
    expect([status, body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(gateway.standIns.identity.calls).toHaveLength(1);
  });

  it('finds a stored key as large for every answer', async () => {
    const sizes = new Set<number>();
    const { overrides } = gateway.standIns.identity;
    for (const answer of [
      { linked: true, channel: 'Organic Search', created: true, attributed: true, warnings: [] },
      {
        linked: false,
        created: true,
        attributed: false,
        warnings: [{ field: 'plan', message: 'x'.repeat(99) }],
      },
    ]) {
      await gateway.database.pool.query('TRUNCATE gateway.idempotency_keys');
      Object.assign(overrides, { [method]: () => Promise.resolve(answer) });
      await send();
      Reflect.deleteProperty(overrides, method);
      const { rows } = await gateway.database.pool.query<{ size: number }>(
        'SELECT octet_length(answer) AS size FROM gateway.idempotency_keys',
      );
      sizes.add(rows[0]?.size ?? 0);
    }
    expect(sizes.size).toBe(1);
  });
});
