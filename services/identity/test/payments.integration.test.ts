import { identityFixture, KEY_NEW, KEY_OLD, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const PAYMENT = {
  paymentId: 'p1',
  email: 'ada@example.com',
  amount: '49.00',
  currency: 'EUR',
  type: 'sale',
  occurredAt: '2026-10-25T02:00:00Z',
};
const pay = (change: object = {}) =>
  fixture.calls.RecordPayment({ payment: { ...PAYMENT, ...change } }, { workspaceId });
const identify = (change: object = {}) =>
  fixture.calls.Identify(
    { anonymousId: 'v1', account: { email: PAYMENT.email, ...change } },
    { workspaceId },
  );
const byUser = (userId: string, change: object = {}) => {
  const { email: _, ...rest } = PAYMENT;
  return fixture.calls.RecordPayment({ payment: { ...rest, userId, ...change } }, { workspaceId });
};

async function payments() {
  const result = await fixture.database.pool.query<Record<string, unknown>>(
    `SELECT payment_id, amount_minor, currency, type, user_id FROM identity.payments WHERE workspace_id = $1
      ORDER BY payment_id`,
    [workspaceId],
  );
  return result.rows;
}

describe('RecordPayment', () => {
  it("is attributed to the account's recorded channel", async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    expect(await pay()).toMatchObject({ created: true, attributed: true, channel: 'Email' });
    expect(await payments()).toEqual([
      { payment_id: 'p1', amount_minor: '4900', currency: 'EUR', type: 'sale', user_id: null },
    ]);
  });

  it('may be recorded before the identify, by address or user id, and is attributed afterwards', async () => {
    expect(await pay()).toMatchObject({ created: true, attributed: false });
    expect(await byUser('u1', { paymentId: 'p2' })).toMatchObject({ created: true, attributed: false });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify({ userId: 'u1' });
    expect(await pay()).toMatchObject({ created: false, attributed: true, channel: 'Email' });
    expect(await byUser('u1', { paymentId: 'p2' })).toMatchObject({ created: false, channel: 'Email' });
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });

  it('counts once in every spelling, with or without its time', async () => {
    await pay();
    for (const same of [
      {},
      { amount: '49' },
      { currency: 'eur' },
      { email: ' ADA@example.com' },
      { occurredAt: undefined },
    ])
      expect(await pay(same)).toMatchObject({ created: false });
    expect(await payments()).toHaveLength(1);
  });

  it('is created again only for a repeat of the same operation', async () => {
    const call = (operationId: string) =>
      fixture.calls.RecordPayment({ payment: PAYMENT }, { workspaceId, operationId });
    expect(await call('op-1')).toMatchObject({ created: true });
    expect(await call('op-1')).toMatchObject({ created: true });
    expect(await call('op-2')).toMatchObject({ created: false });
    expect(await pay()).toMatchObject({ created: false });
    await fixture.database.pool.query(
      "UPDATE identity.operations SET expires_at = '2000-01-01' WHERE workspace_id = $1",
      [workspaceId],
    );
    expect(await call('op-1')).toMatchObject({ created: false });
  });

  it('stores no operation id of its caller', async () => {
    await fixture.calls.RecordPayment({ payment: PAYMENT }, { workspaceId, operationId: 'ada-2026-11' });
    expect(await fixture.dump()).not.toContain('ada-2026-11');
  });

  it.each([
    { amount: '49.01' },
    { currency: 'USD' },
    { type: 'refund' },
    { occurredAt: '2026-10-25T02:00:01Z' },
    { email: 'bob@example.com' },
    { email: undefined, userId: 'u1' },
  ])('is a conflict when the recorded payment differs in %j; nothing is written', async (change) => {
    await pay();
    await expect(pay(change)).rejects.toMatchObject({ kind: 'conflict', code: 'payment_conflict' });
    expect(await payments()).toHaveLength(1);
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });

  it('counts once of 40 concurrent calls, with one of two contents', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => pay({ amount: i % 2 === 0 ? '1' : '2' })),
    );
    const created = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.created);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(await payments()).toHaveLength(1);
  });

  it('finds its account under an older key', async () => {
    await pay();
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    const answer = await rotated.calls.RecordPayment({ payment: PAYMENT }, { workspaceId });
    expect(answer).toMatchObject({ created: false });
    await rotated.calls.RecordPayment({ payment: { ...PAYMENT, paymentId: 'p2' } }, { workspaceId });
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });

  it('does not conflict with the same id in another workspace', async () => {
    await pay();
    const other = { workspaceId: workspaceId + 1_000_000 };
    const answer = await fixture.calls.RecordPayment({ payment: { ...PAYMENT, amount: '1' } }, other);
    expect(answer).toMatchObject({ created: true });
  });

  it('is refused when any field is invalid', async () => {
    await expect(pay({ amount: '1.001', type: 'gift' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'amount' }, { field: 'type' }],
    });
    await expect(fixture.calls.RecordPayment({}, { workspaceId })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await payments()).toEqual([]);
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });
});

describe('RecordPayments', () => {
  const bulk = (rows: readonly object[]) =>
    fixture.calls.RecordPayments(
      { payments: rows.map((change, index) => ({ index, payment: { ...PAYMENT, ...change } })) },
      { workspaceId },
    );

  it('records valid rows and repeats, and lists invalid rows and conflicts', async () => {
    await pay();
    const answer = await bulk([
      {},
      { amount: '1' },
      { paymentId: 'p2', amount: 'x' },
      { paymentId: 'p3' },
      { paymentId: 'p3' },
      { paymentId: 'p3', type: 'refund' },
      { paymentId: 'p4', email: undefined, userId: 'u' },
    ]);
    expect(answer).toMatchObject({ imported: 4, skipped: 3 });
    expect(answer.errors.map(({ index }) => index)).toEqual([1, 2, 5]);
    expect((await payments()).map((row) => row['payment_id'])).toEqual(['p1', 'p3', 'p4']);
  });

  it('accepts the same 1000 rows repeatedly, concurrently and in both orders', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      paymentId: `p${i}`,
      email: `u${i % 300}@example.com`,
    }));
    await Promise.all([bulk(rows), bulk([...rows].reverse())]);
    expect(await bulk(rows)).toMatchObject({ imported: 1000, skipped: 0 });
    expect(await payments()).toHaveLength(1000);
    expect(await fixture.count('profiles', workspaceId)).toBe(300);
  });

  it('refuses 1001 rows and writes nothing', async () => {
    await expect(bulk(Array<object>(1001).fill({}))).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await payments()).toEqual([]);
  });
});
