import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const identify = (anonymousId: string, account: object = {}) =>
  fixture.calls.Identify({ anonymousId, account: { email, ...account } }, { workspaceId });
const lookUp = (who: { email?: string; userId?: string }) =>
  fixture.calls.LookUpAttribution(who, { workspaceId });
async function pay(paymentId: string, payer: { email?: string; userId?: string }) {
  const payment = { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' };
  return fixture.calls.RecordPayment({ payment }, { workspaceId });
}

describe('LookUpAttribution', () => {
  it('returns the attribution with its evidence and counts, by address and by user id', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify('v1', { userId: 'u1' });
    await identify('v2');
    await pay('p1', { email });
    await pay('p2', { userId: 'u1' });
    const expected = {
      found: true,
      attribution: {
        channel: 'Email',
        source: 'Google',
        campaign: 'autumn',
        landing: 'example.com/pricing',
        referrer: 'google.com',
        firstSeenAtMs: Date.UTC(2026, 9, 1),
        recordedAtMs: NOW,
        rulesVersion: 3,
        country: '',
        device: '',
      },
      visitors: 2,
      pendingVisitors: 1,
      laterTouches: [],
      laterTouchCount: 0,
      payments: 2,
      revenue: [{ currency: 'EUR', gross: '20.00', refunds: '0.00', net: '20.00', payments: 2 }],
      latestPayments: ['p1', 'p2'].map((paymentId) => ({
        paymentId,
        type: 'sale',
        amount: '10.00',
        currency: 'EUR',
        occurredAtMs: NOW,
      })),
    };
    expect(await lookUp({ email: ' ADA@example.com' })).toEqual(expected);
    expect(await lookUp({ userId: 'u1' })).toEqual(expected);
  });

  it('lists the later sessions of the linked visitors only', async () => {
    const day = 86_400_000;
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - 9 * day });
    fixture.analytics.sees(workspaceId, 'v2', { channel: 'Direct', firstSeenAtMs: NOW - 3 * day });
    await identify('v1');
    await identify('v2');
    const direct = { startedAtMs: NOW - 3 * day, channel: 'Direct', landing: 'example.com/' };
    fixture.analytics.returns(workspaceId, 'v1', { startedAtMs: NOW - 9 * day, channel: 'Email' });
    fixture.analytics.returns(workspaceId, 'v2', direct);
    fixture.analytics.returns(workspaceId, 'v1', {
      startedAtMs: NOW - day,
      channel: 'Paid Search',
      source: 'Google',
      utmCampaign: 'spring',
    });
    fixture.analytics.returns(workspaceId, 'v3', { startedAtMs: NOW - day, channel: 'Audio' });
    fixture.analytics.returns(workspaceId + 1_000, 'v1', { startedAtMs: NOW - day, channel: 'SMS' });
    const { attribution, laterTouches, laterTouchCount } = await lookUp({ email });
    expect(attribution).toMatchObject({ channel: 'Email' });
    const unknown = { source: '', campaign: '', landing: '', referrer: '' };
    expect({ laterTouches, laterTouchCount }).toEqual({
      laterTouches: [
        { ...unknown, atMs: NOW - day, channel: 'Paid Search', source: 'Google', campaign: 'spring' },
        { ...unknown, atMs: NOW - 3 * day, channel: 'Direct', landing: 'example.com/' },
      ],
      laterTouchCount: 2,
    });
  });

  it('reports analytics as unavailable, with Retry-After, when it does not answer in time', async () => {
    fixture.analytics.sees(workspaceId, 'hanging', { channel: 'Email' });
    await identify('hanging');
    fixture.analytics.hangsFor('hanging');
    await expect(lookUp({ email })).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'upstream_unavailable',
      retryAfterSeconds: 1,
    });
  });

  it('sums each currency separately, like QueryRevenue, and lists the newest payments', async () => {
    await identify('v1', { userId: 'u1' });
    await identify('v1', { email: 'bob@example.com', userId: 'u1' });
    const paid = (paymentId: string, payer: object, more: object = {}) =>
      fixture.calls.RecordPayment(
        { payment: { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale', ...more } },
        { workspaceId },
      );
    for (let n = 10; n < 22; n++)
      await paid(`e${n}`, { email }, { occurredAt: `2026-09-${n}T00:00:00Z`, amount: '1' });
    await paid('back', { email }, { type: 'refund', amount: '2.50', occurredAt: '2026-09-30T00:00:00Z' });
    await paid(
      'yen',
      { userId: 'u1' },
      { currency: 'JPY', amount: '100', occurredAt: '2026-01-01T00:00:00Z' },
    );
    await paid('bob', { email: 'bob@example.com' });
    const found = await lookUp({ email });
    expect(found).toMatchObject({
      payments: 14,
      revenue: [
        { currency: 'EUR', gross: '12.00', refunds: '2.50', net: '9.50', payments: 12 },
        { currency: 'JPY', gross: '100', refunds: '0', net: '100', payments: 1 },
      ],
    });
    expect(found.latestPayments.map(({ paymentId }) => paymentId)).toEqual([
      'back',
      ...Array.from({ length: 9 }, (_, n) => `e${21 - n}`),
    ]);
    // Of two accounts with one user id, payments by user id belong to the first account.
    expect(await lookUp({ email: 'bob@example.com' })).toMatchObject({
      payments: 1,
      revenue: [{ currency: 'EUR', gross: '10.00' }],
    });
  });

  it('fails while analytics is unavailable, instead of returning a partial response', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify('v1');
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    await expect(lookUp({ email })).rejects.toMatchObject({ code: 'upstream_unavailable' });
    fixture.analytics.failWith(undefined);
    expect(await lookUp({ email })).toMatchObject({ found: true });
  });

  it('finds an account without a channel, and no unknown account', async () => {
    await identify('v1');
    const found = await lookUp({ email });
    expect(found).toMatchObject({ found: true, visitors: 1, payments: 0 });
    expect(found.attribution ?? undefined).toBeUndefined();
    expect(await lookUp({ email: 'bob@example.com' })).toMatchObject({ found: false, visitors: 0 });
    expect(await lookUp({ userId: 'u9' })).toMatchObject({ found: false });
  });

  it.each([{}, { email, userId: 'u1' }, { email: 'ada' }, { userId: '' }])('refuses %j', async (who) => {
    await expect(lookUp(who)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('ListCompanies', () => {
  const list = (limit?: number) =>
    fixture.calls.ListCompanies(limit === undefined ? {} : { limit }, { workspaceId });

  it('groups accounts by their current company, with MRR and the first channel', async () => {
    const day = 86_400_000;
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Direct', firstSeenAtMs: NOW - day });
    fixture.analytics.sees(workspaceId, 'v2', { channel: 'Email', firstSeenAtMs: NOW - 2 * day });
    await identify('v1', { company: 'acme', mrr: 10.1 });
    await identify('v2', { email: 'bob@example.com', company: 'acme', mrr: 20.2 });
    await identify('v3', { email: 'cyd@example.com', company: 'tiny' });
    await identify('v3', { email: 'dan@example.com' });
    expect(await list()).toMatchObject({
      companies: [
        { company: 'acme', accounts: 2, mrr: '30.3', channel: 'Email' },
        { company: 'tiny', accounts: 1, mrr: '0' },
      ],
      total: 2,
    });
    await identify('v2', { email: 'bob@example.com', company: 'tiny' });
    expect((await list(1)).companies).toMatchObject([
      { company: 'tiny', accounts: 2, mrr: '20.2', channel: 'Email' },
    ]);
    expect((await list(1)).total).toBe(2);
    await expect(list(0)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
