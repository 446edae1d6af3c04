import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture, type Running } from './identity-fixture';

let fixture: IdentityFixture;
let replicas: Running[];
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  const env = { NOTICE_PAUSE_MS: '20', LINK_REPAIR_PAUSE_MS: '20' };
  replicas = [await fixture.start(env), await fixture.start(env)];
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await fixture.stop();
});
beforeEach(() => {
  workspaceId += 1;
  fixture.sites.failWith(undefined);
});

const identify = (anonymousId: string, account: { email?: string; userId?: string } = {}) =>
  fixture.calls.Identify(
    { anonymousId, account: { email: 'ada@example.com', userId: 'u1', ...account } },
    { workspaceId },
  );
const pay = (paymentId: string, payer: { email: string } | { userId: string }) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, amount: '9.90', currency: 'EUR', type: 'sale', ...payer } },
    { workspaceId },
  );
const eventsOf = (type: string) =>
  fixture.sites.published.filter((each) => each.workspaceId === workspaceId && each.type === type);
const waitForEvents = (type: string, count: number) =>
  waitFor(`${count} events ${type}`, () => eventsOf(type).length >= count && eventsOf(type));
/** Waits until no event is unpublished. */
const allPublished = () =>
  waitFor('all events to be published', async () => {
    const { rows } = await fixture.database.pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM identity.links WHERE linked_at IS NOT NULL AND NOT told)::int
            + (SELECT count(*) FROM identity.payments WHERE notice IN ('look', 'due'))::int AS left`,
    );
    return rows[0]?.left === 0;
  });

describe('webhook events', () => {
  it('report each resolved link once, without address and visitor', async () => {
    fixture.analytics.sees(workspaceId, 'visitor-1', { channel: 'Email', source: 'Newsletter', siteId: 7 });
    await identify('visitor-1');
    await identify('visitor-1');
    await identify('visitor-2');
    await allPublished();
    expect(eventsOf('identity.linked').map(({ data }) => data)).toEqual([
      { userId: 'u1', channel: 'Email', source: 'Newsletter', siteId: 7 },
    ]);
    fixture.analytics.arrives(workspaceId, 'visitor-2', { channel: 'Direct', firstSeenAtMs: NOW });
    const links = await waitForEvents('identity.linked', 2);
    expect(new Set(links.map(({ id }) => id)).size).toBe(2);
    expect(JSON.stringify(links)).not.toMatch(/ada@example|visitor-/);
  });

  it('report each payment once, when it is recorded or when the link resolves', async () => {
    await pay('before', { email: 'ada@example.com' });
    await allPublished();
    expect(eventsOf('payment.attributed')).toEqual([]);
    fixture.analytics.sees(workspaceId, 'v', { channel: 'Email' });
    await identify('v');
    await waitForEvents('payment.attributed', 1);
    await pay('after', { email: 'ada@example.com' });
    await pay('after', { email: 'ada@example.com' });
    const payments = await waitForEvents('payment.attributed', 2);
    await allPublished();
    expect(payments.map(({ data }) => data['paymentId'])).toEqual(['before', 'after']);
    expect(payments[0]?.data).toMatchObject({
      ...{ userId: 'u1', paymentType: 'sale', amount: '9.90', currency: 'EUR', channel: 'Email' },
      occurredAt: new Date(NOW).toISOString(),
    });
    expect(eventsOf('payment.attributed')).toHaveLength(2);
  });

  it('report a payment by user id when an account gets this user id', async () => {
    await pay('by-id', { userId: 'late' });
    fixture.analytics.sees(workspaceId, 'v', { channel: 'Email' });
    await identify('v', { userId: 'early' });
    await allPublished();
    expect(eventsOf('payment.attributed')).toEqual([]);
    await identify('v', { userId: 'late' });
    const [payment] = await waitForEvents('payment.attributed', 1);
    expect(payment?.data).toMatchObject({ paymentId: 'by-id', userId: 'late' });
  });

  it('do not report a payment of an account that was erased first', async () => {
    await pay('erased', { email: 'ada@example.com' });
    await fixture.calls.EraseAccount({ email: 'ada@example.com' }, { workspaceId });
    await allPublished();
    expect(eventsOf('payment.attributed')).toEqual([]);
  });

  it('are published again with the same ids until sites confirms them', async () => {
    fixture.sites.failWith(failure('internal_error', 'broken'));
    fixture.analytics.sees(workspaceId, 'v', { channel: 'Email' });
    await identify('v');
    await waitForEvents('identity.linked', 3);
    fixture.sites.failWith(undefined);
    await allPublished();
    expect(new Set(eventsOf('identity.linked').map(({ id }) => id)).size).toBe(1);
  });

  it('report all payments when payments and the link are recorded concurrently', async () => {
    fixture.analytics.sees(workspaceId, 'v', { channel: 'Email' });
    const payments = Array.from({ length: 20 }, (_, n) =>
      pay(`p${n}`, n % 2 ? { userId: 'u1' } : { email: 'ada@example.com' }),
    );
    await Promise.all([...payments.slice(0, 10), identify('v'), ...payments.slice(10)]);
    const all = await waitForEvents('payment.attributed', 20);
    await allPublished();
    expect(new Set(all.map(({ data }) => data['paymentId'])).size).toBe(20);
    expect(eventsOf('payment.attributed')).toHaveLength(20);
  });
});
