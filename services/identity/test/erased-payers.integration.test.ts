import { deleteOldErasedPayers } from '../src/store/erased-payers';
import { identityFixture, KEY_NEW, KEY_OLD, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const ADA = 'ada@example.com';
const [BEFORE, AFTER] = [NOW - 1_000, NOW + 1_000];

/** The reports of one invoice of Ada's subscription, as Stripe sends and repeats them. */
const invoice = (at: number, calls = fixture.calls) =>
  Promise.all([
    calls.RecordBilling({ customerId: 'cus_1', email: ADA, atMs: at }, { workspaceId }),
    calls.RecordBilling({ customerId: 'cus_1', anonymousId: 'v1', atMs: at }, { workspaceId }),
    calls.RecordBilling({ customerId: 'cus_1', atMs: at, subscription: SUBSCRIPTION }, { workspaceId }),
    calls.RecordPayment(payment('in_1', { email: ADA }, at), { workspaceId }),
    calls.RecordPayment(payment('ch_2', { customerId: 'cus_1' }, at), { workspaceId }),
    calls.Identify({ anonymousId: 'v1', account: { email: ADA, traitsJson: '' }, atMs: at }, { workspaceId }),
  ]);
const SUBSCRIPTION = { subscriptionId: 'sub_1', eventId: 'evt_1', mrr: '49', currency: 'EUR' };
const payment = (paymentId: string, payer: object, at: number) => ({
  payment: {
    ...{ paymentId, ...payer, amount: '49', currency: 'EUR', type: 'sale' },
    occurredAt: new Date(at).toISOString(),
  },
  aliasIds: [paymentId],
});
const erase = (subject: object = { email: ADA }, calls = fixture.calls) =>
  calls.EraseAccount(subject, { workspaceId });
const isFound = async () => (await fixture.calls.LookUpAttribution({ email: ADA }, { workspaceId })).found;
const gross = async () =>
  (await fixture.calls.QueryRevenue({}, { workspaceId })).currencies.map((one) => one.gross);
/** Rows of the workspace with an id of the customer. */
const rowsOfCustomer = async () =>
  (await fixture.dump())
    .split('\n')
    .filter((row) => row.startsWith(`(${workspaceId},`) && /cus_1|sub_1/.test(row));

describe('a report from before an erasure', () => {
  it('creates neither the account nor its customer again, and its payment counts once', async () => {
    await invoice(BEFORE);
    expect(await rowsOfCustomer()).not.toEqual([]);
    await erase();
    await invoice(BEFORE);
    expect([await isFound(), await rowsOfCustomer(), await gross()]).toEqual([false, [], ['98.00']]);
  });

  it('is ignored if it arrives for the first time, except for the amount of its payment', async () => {
    await erase();
    const [billing, , , paid, , identified] = await invoice(BEFORE);
    expect([billing, identified]).toMatchObject([{ known: false }, { linked: false, enriched: false }]);
    expect(paid).toMatchObject({ created: true, attributed: false });
    expect([await isFound(), await gross()]).toEqual([false, ['98.00']]);
  });

  it('is ignored after an erasure by user id, too, and under a new key', async () => {
    await invoice(BEFORE);
    await fixture.calls.Identify(
      { anonymousId: 'v2', account: { email: ADA, userId: 'u1', traitsJson: '' } },
      { workspaceId },
    );
    await erase({ userId: 'u1' });
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    await invoice(BEFORE, rotated.calls);
    expect([await isFound(), await rowsOfCustomer()]).toEqual([false, []]);
    await rotated.stop();
  });

  it('does not affect other accounts and workspaces', async () => {
    await erase({ email: 'bob@example.com' });
    workspaceId++;
    await invoice(BEFORE);
    expect(await isFound()).toBe(true);
  });
});

it('is recognised for 35 days after the erasure', async () => {
  await erase();
  const end = NOW + 35 * 86_400_000;
  await deleteOldErasedPayers(fixture.database.pool, end);
  await invoice(BEFORE);
  expect(await isFound()).toBe(false);
  await deleteOldErasedPayers(fixture.database.pool, end + 1);
  await invoice(BEFORE);
  expect(await isFound()).toBe(true);
});

describe('a report from after an erasure', () => {
  it('creates the account again', async () => {
    await invoice(BEFORE);
    await erase();
    await invoice(AFTER);
    expect([await isFound(), (await rowsOfCustomer()).length]).toEqual([true, 2]);
  });
});
