import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const ADA = 'ada@example.com';
const MONEY = { amount: '49', currency: 'EUR', occurredAt: new Date(NOW).toISOString() };

type Report = (workspaceId: number) => Promise<unknown>;

const paid =
  (paymentId: string, aliases: readonly string[], payer: object, type = 'sale'): Report =>
  (workspace) =>
    fixture.calls.RecordPayment(
      { payment: { paymentId, ...payer, ...MONEY, type }, aliasIds: [paymentId, ...aliases] },
      { workspaceId: workspace },
    );
const linked =
  (...aliasIds: string[]): Report =>
  (workspace) =>
    fixture.calls.RecordPayment({ aliasIds }, { workspaceId: workspace });
const refunded =
  (paymentId: string, sibling: string): Report =>
  (workspace) => {
    const payer = { customerId: sibling, siblingPaymentId: sibling };
    return paid(paymentId, [], payer, 'refund')(workspace);
  };
const voided =
  (paymentId: string): Report =>
  (workspace) =>
    fixture.calls.RecordPayment({ aliasIds: [paymentId], voided: true }, { workspaceId: workspace });

/** The reports of one payment as Stripe's events contain them, before and since API version 2025-03-31. */
const SESSION = paid('cs_1', ['pi_1'], { email: ADA });
const INTENT = paid('pi_1', ['ch_1'], { customerId: 'pi_1' });
const CHARGE = paid('ch_1', ['pi_1'], { customerId: 'cus_1' });
const OLD_INVOICE = paid('in_1', ['pi_1', 'ch_1'], { email: ADA }, 'subscription');
const INVOICE = paid('in_1', [], { email: ADA }, 'subscription');
const CHECKOUT_OF_INVOICE = paid('cs_1', ['in_1'], { email: ADA }, 'subscription');
const INVOICE_PAYMENT = linked('in_1', 'pi_1');

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

async function revenueOf(workspace: number) {
  const { currencies } = await fixture.calls.QueryRevenue(
    { from: '2026-11-01', to: '2026-11-01' },
    { workspaceId: workspace },
  );
  return currencies.map(({ gross, refunds, net, payments, customers }) => ({
    gross,
    refunds,
    net,
    payments,
    customers,
  }));
}

async function rowsOf(workspace: number) {
  const { rows } = await fixture.database.pool.query<{ type: string; owned: boolean }>(
    `SELECT type, profile_id IS NOT NULL AS owned FROM identity.payments WHERE workspace_id = $1 ORDER BY type`,
    [workspace],
  );
  return rows;
}

describe('a payment that its provider reports under several ids', () => {
  it.each([
    ['a checkout', [SESSION, INTENT, CHARGE], 'sale'],
    ['an invoice before 2025-03-31', [OLD_INVOICE, INTENT, CHARGE], 'subscription'],
    ['an invoice', [INVOICE, INTENT, CHARGE, INVOICE_PAYMENT], 'subscription'],
    ['a checkout of a subscription', [CHECKOUT_OF_INVOICE, INVOICE, INTENT, INVOICE_PAYMENT], 'subscription'],
  ])('counts once, in any order and repeated: %s', async (_name, reports, type) => {
    for (const order of permutations(reports)) {
      workspaceId++;
      // Each report twice, concurrently, and all of them again at the end.
      for (const report of order) await Promise.all([report(workspaceId), report(workspaceId)]);
      for (const report of order) await report(workspaceId);
      expect(await revenueOf(workspaceId)).toEqual([
        { gross: '49.00', refunds: '0.00', net: '49.00', payments: 1, customers: 1 },
      ]);
      expect(await rowsOf(workspaceId)).toEqual([{ type, owned: true }]);
    }
  });

  it('counts once if all reports arrive concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      workspaceId++;
      await Promise.all(
        [SESSION, INTENT, CHARGE, OLD_INVOICE, INVOICE_PAYMENT].map((report) => report(workspaceId)),
      );
      expect(await rowsOf(workspaceId)).toEqual([{ type: 'subscription', owned: true }]);
    }
  });

  it('neither adds nor changes revenue when a sibling reports another amount', async () => {
    await SESSION(workspaceId);
    const payment = { paymentId: 'pi_1', customerId: 'cus_1', ...MONEY, amount: '50', type: 'sale' };
    await fixture.calls.RecordPayment({ payment, aliasIds: ['pi_1', 'ch_1'] }, { workspaceId });
    expect(await revenueOf(workspaceId)).toMatchObject([{ net: '49.00', payments: 1 }]);
  });

  it('stays apart from other payments and workspaces', async () => {
    await SESSION(workspaceId);
    await paid('cs_2', ['pi_2'], { email: ADA })(workspaceId);
    await INTENT(workspaceId + 1);
    expect(await revenueOf(workspaceId)).toMatchObject([{ net: '98.00', payments: 2, customers: 1 }]);
    workspaceId++;
    expect(await revenueOf(workspaceId)).toMatchObject([{ net: '49.00', payments: 1 }]);
  });

  it('belongs to no account again after an erasure', async () => {
    await SESSION(workspaceId);
    await fixture.calls.EraseAccount({ email: ADA }, { workspaceId });
    for (const report of [SESSION, INTENT, CHARGE, OLD_INVOICE]) await report(workspaceId);
    expect(await rowsOf(workspaceId)).toMatchObject([{ owned: false }]);
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('was recorded by an earlier release, without its other ids', async () => {
    await fixture.calls.RecordPayment(
      { payment: { paymentId: 'in_1', email: ADA, ...MONEY, type: 'subscription' } },
      { workspaceId },
    );
    for (const report of [INTENT, OLD_INVOICE]) await report(workspaceId);
    expect(await rowsOf(workspaceId)).toEqual([{ type: 'subscription', owned: true }]);
  });
});

describe('a disputed payment', () => {
  const DISPUTE = refunded('dp_1', 'pi_1');

  it('lowers revenue once and belongs to the account of the payment, in any order', async () => {
    for (const order of permutations([SESSION, INTENT, DISPUTE])) {
      workspaceId++;
      for (const report of order) await Promise.all([report(workspaceId), report(workspaceId)]);
      expect(await revenueOf(workspaceId)).toMatchObject([{ gross: '49.00', refunds: '49.00', net: '0.00' }]);
      expect(await rowsOf(workspaceId)).toEqual([
        { type: 'refund', owned: true },
        { type: 'sale', owned: true },
      ]);
    }
  });

  it('belongs to the account of its customer, in any order', async () => {
    const named: Report = (workspace) =>
      fixture.calls.RecordBilling({ customerId: 'cus_1', email: ADA, atMs: NOW }, { workspaceId: workspace });
    for (const order of permutations([CHARGE, DISPUTE, named])) {
      workspaceId++;
      for (const report of order) await report(workspaceId);
      expect(await rowsOf(workspaceId)).toEqual([
        { type: 'refund', owned: true },
        { type: 'sale', owned: true },
      ]);
    }
  });

  it('restores revenue once when the dispute is won, in any order', async () => {
    for (const order of permutations([SESSION, DISPUTE, voided('dp_1')])) {
      workspaceId++;
      for (const report of order) await Promise.all([report(workspaceId), report(workspaceId)]);
      expect(await revenueOf(workspaceId)).toMatchObject([
        { gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 },
      ]);
    }
  });
});

describe('a sum of refunds', () => {
  const refundsOf = (amount: string, day: string): Report => {
    const payment = { paymentId: 'o_1-refunded', customerId: 'o_1', siblingPaymentId: 'o_1', type: 'refund' };
    return (workspace) =>
      fixture.calls.RecordPayment(
        {
          payment: { ...payment, amount, currency: 'EUR', occurredAt: `2026-10-${day}T00:00:00Z` },
          aliasIds: ['o_1-refunded'],
          cumulative: true,
        },
        { workspaceId: workspace },
      );
  };

  it('counts the largest sum at its time, in any order', async () => {
    const reports = [paid('o_1', [], { email: ADA }), refundsOf('5', '02'), refundsOf('8', '03')];
    for (const order of permutations(reports)) {
      workspaceId++;
      for (const report of [...order, ...order]) await report(workspaceId);
      const { rows } = await fixture.database.pool.query(
        `SELECT amount_minor, occurred_at FROM identity.payments WHERE workspace_id = $1 AND type = 'refund'`,
        [workspaceId],
      );
      expect(rows).toEqual([{ amount_minor: '800', occurred_at: new Date('2026-10-03T00:00:00Z') }]);
      expect(await rowsOf(workspaceId)).toMatchObject([
        { type: 'refund', owned: true },
        { type: 'sale', owned: true },
      ]);
    }
  });
});

it.each([[['a@b.example']], [['']], [Array.from({ length: 11 }, (_, index) => `pi_${index}`)]])(
  'refuses the ids %j',
  async (aliasIds) => {
    await expect(fixture.calls.RecordPayment({ aliasIds }, { workspaceId })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  },
);

describe('a visitor that the provider names for a customer', () => {
  const report = (change: object) =>
    fixture.calls.RecordBilling({ customerId: 'cus_1', atMs: NOW, ...change }, { workspaceId });
  const links = async () => {
    const { rows } = await fixture.database.pool.query<{ anonymous_id: string }>(
      'SELECT anonymous_id FROM identity.links WHERE workspace_id = $1 ORDER BY anonymous_id',
      [workspaceId],
    );
    return rows.map(({ anonymous_id }) => anonymous_id);
  };

  it.each([
    ['before the address', [{ anonymousId: 'v1' }, { email: ADA }]],
    ['after the address', [{ email: ADA }, { anonymousId: 'v1' }]],
    ['with the address', [{ email: ADA, anonymousId: 'v1' }]],
  ])('is linked to its account: %s', async (_name, reports) => {
    for (const change of [...reports, ...reports]) await report(change);
    expect(await links()).toEqual(['v1']);
  });

  it('is resolved by the scan of open links', async () => {
    fixture.analytics.sees(workspaceId, 'v9', { channel: 'Email' });
    for (const change of [{ anonymousId: 'v9' }, { email: ADA }]) await report(change);
    const replica = await fixture.start({ LINK_SWEEP_PAUSE_MS: '50' });
    const found = () => fixture.calls.LookUpAttribution({ email: ADA }, { workspaceId });
    await waitFor('the channel', async () => (await found()).attribution?.channel === 'Email');
    await replica.stop();
  });

  it('waits in a bounded list, and only as an id', async () => {
    for (let index = 10; index < 25; index++) await report({ anonymousId: `v${index}` });
    await report({ email: ADA });
    expect(await links()).toEqual(Array.from({ length: 10 }, (_, index) => `v${index + 15}`));
    await expect(report({ anonymousId: ADA })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
