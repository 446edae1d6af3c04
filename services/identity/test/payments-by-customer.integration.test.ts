import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const [ADA, BOB] = ['ada@example.com', 'bob@example.com'];
const record = (report: object) =>
  fixture.calls.RecordBilling({ customerId: 'cus_1', atMs: NOW, ...report }, { workspaceId });
const identify = () =>
  fixture.calls.Identify({ anonymousId: 'v1', account: { email: ADA } }, { workspaceId });

describe('payments by customer', () => {
  const refund = (change: object = {}) =>
    fixture.calls.RecordPayment(
      { payment: { paymentId: 're_1', customerId: 'cus_1', ...MONEY, type: 'refund', ...change } },
      { workspaceId },
    );
  const MONEY = { amount: '5', currency: 'EUR', occurredAt: new Date(NOW).toISOString() };
  const invoice = () =>
    fixture.calls.RecordPayment(
      { payment: { paymentId: 'in_1', email: ADA, ...MONEY, type: 'subscription' } },
      { workspaceId },
    );
  /** Each payment: its id, whether it has an account, and the customer it waits for. */
  async function owners() {
    const { rows } = await fixture.database.pool.query<{
      id: string;
      owned: boolean;
      waits: string | null;
    }>(
      `SELECT payment_id AS id, profile_id IS NOT NULL AS owned, customer_id AS waits
           FROM identity.payments WHERE workspace_id = $1 ORDER BY payment_id COLLATE "C"`,
      [workspaceId],
    );
    return rows.map(({ id, owned, waits }) => [id, owned, waits]);
  }

  it('belong to its account', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    await record({ email: ADA });
    expect(await refund()).toMatchObject({ created: true, attributed: true, channel: 'Email' });
    expect(await refund()).toMatchObject({ created: false, attributed: true, channel: 'Email' });
    expect(await owners()).toEqual([['re_1', true, null]]);
  });

  it('wait until the account is known, and may be repeated', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    expect(await refund()).toEqual({ created: true, attributed: false });
    expect(await owners()).toEqual([['re_1', false, 'cus_1']]);
    await record({ customerId: 'cus_2', email: BOB });
    expect(await owners()).toEqual([['re_1', false, 'cus_1']]);
    await record({ email: ADA });
    expect(await owners()).toEqual([['re_1', true, null]]);
    expect(await refund()).toMatchObject({ created: false, attributed: true, channel: 'Email' });
    await expect(refund({ amount: '6' })).rejects.toMatchObject({ code: 'payment_conflict' });
    const revenue = await fixture.calls.QueryRevenue(
      { from: '2026-11-01', to: '2026-11-01', dimension: 'channel' },
      { workspaceId },
    );
    expect(revenue.currencies).toMatchObject([{ breakdown: [{ key: 'Email', refunds: '5.00' }] }]);
  });

  it('are checked again for their webhook event once the account is known', async () => {
    await refund();
    await fixture.database.pool.query(`UPDATE identity.payments SET notice = 'waiting'`);
    await record({ email: ADA });
    const { rows } = await fixture.database.pool.query(
      'SELECT notice FROM identity.payments WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(rows).toEqual([{ notice: 'look' }]);
  });

  it('belong to the account of the sibling payment if the customer is unknown', async () => {
    await invoice();
    await refund({ siblingPaymentId: 'in_1' });
    await refund({ paymentId: 're_2', siblingPaymentId: 'in_2' });
    expect(await owners()).toEqual([
      ['in_1', true, null],
      ['re_1', true, null],
      ['re_2', false, 'cus_1'],
    ]);
  });

  it('all get their account when recorded concurrently with the billing reports', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 3 === 0
          ? record({ customerId: `cus_${i % 5}`, email: i % 2 === 0 ? ADA : BOB, atMs: NOW + i })
          : refund({ paymentId: `re_${i}`, customerId: `cus_${i % 5}` }),
      ),
    );
    expect((await owners()).filter(([, owned]) => owned !== true)).toEqual([]);
    expect(await owners()).toHaveLength(20);
  });

  it('lose their account and their customer on erasure', async () => {
    await refund();
    await record({ email: ADA });
    expect(await fixture.calls.EraseAccount({ email: ADA }, { workspaceId })).toMatchObject({
      payments: 1,
    });
    expect(await owners()).toEqual([['re_1', false, null]]);
    expect(await refund()).toEqual({ created: false, attributed: false });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('do not recreate the customer of an erased account, and count like the sibling payment', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    await record({ email: ADA });
    await invoice();
    await fixture.calls.EraseAccount({ email: ADA }, { workspaceId });
    const late = { siblingPaymentId: 'in_1' };
    expect(await refund(late)).toMatchObject({ created: true, attributed: false });
    expect(await refund(late)).toMatchObject({ created: false, attributed: false });
    expect(await owners()).toEqual([
      ['in_1', false, null],
      ['re_1', false, null],
    ]);
    const revenue = await fixture.calls.QueryRevenue(
      { from: '2026-11-01', to: '2026-11-01', dimension: 'channel' },
      { workspaceId },
    );
    expect(revenue.currencies).toMatchObject([
      { breakdown: [{ key: 'Email', gross: '5.00', refunds: '5.00', net: '0.00' }] },
    ]);
  });

  it('of two workspaces stay apart', async () => {
    await refund();
    await invoice();
    const otherWorkspace = workspaceId++;
    await record({ email: ADA });
    await refund({ siblingPaymentId: 'in_1' });
    expect(await owners()).toEqual([['re_1', true, null]]);
    workspaceId = otherWorkspace;
    expect(await owners()).toEqual([
      ['in_1', true, null],
      ['re_1', false, 'cus_1'],
    ]);
    workspaceId++;
  });

  it.each([
    [{ customerId: '' }, 'customer_id'],
    [{ customerId: ADA }, 'customer_id'],
    [{ siblingPaymentId: ADA }, 'sibling_payment_id'],
    [{ userId: 'u1' }, 'email'],
  ])('are refused with %j', async (change, field) => {
    await expect(refund(change)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field }] });
  });
});
