import { waitFor } from '@headwater/kit/testing/wait-for';
import Stripe from 'stripe';
import { NOW } from './analytics-stand-in';
import { startGateway, type Gateway } from './gateway-fixture';

const SECRET = 'whsec_0123456789abcdef';
const NOW_SECONDS = Math.floor(NOW / 1_000);
const SETTINGS = '/api/v1/integrations/stripe';
const AT = new Date(NOW).toISOString();

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '40' });
});
afterAll(() => gateway.stop());

async function connected() {
  const { token, workspaceId } = await gateway.newTenant('with stripe');
  const set = await gateway.request('PUT', SETTINGS, { json: { signing_secret: SECRET }, token });
  const send = async (event: object, secret = SECRET) => {
    const raw = JSON.stringify({ id: 'evt_1', created: NOW_SECONDS, ...event });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: raw,
      secret,
      timestamp: NOW_SECONDS,
    });
    const headers = { 'stripe-signature': signature };
    return gateway.request('POST', String(set.body['webhookPath']), { token: null, raw, headers });
  };
  const status = async () => (await gateway.request('GET', SETTINGS, { token })).body;
  return { send, status, token, workspaceId };
}

const CUSTOMER = { type: 'customer.created', data: { object: { id: 'cus_1', email: 'canary@example.com' } } };

describe('the state of the Stripe integration', () => {
  it('is created once by concurrent first events, and by concurrent first secrets', async () => {
    const { token } = await gateway.newTenant('at the same time');
    const tries = Array.from({ length: 8 });
    const set = await Promise.all(
      tries.map(() => gateway.request('PUT', SETTINGS, { json: { signing_secret: SECRET }, token })),
    );
    expect(set.map(({ status }) => status)).toEqual(tries.map(() => 200));
    const { send, status } = await connected();
    const sent = await Promise.all(tries.map(() => send({ type: 'payout.paid', data: { object: {} } })));
    expect(sent.map((answer) => answer.status)).toEqual(tries.map(() => 200));
    expect(await status()).toMatchObject({ ignored: [{ type: 'payout.paid', events: tries.length }] });
  });

  it('counts ignored events by type, and shows the last event and the last error', async () => {
    const { send, status, token } = await connected();
    for (const type of ['payout.paid', 'plan.created', 'payout.paid'])
      await send({ type, data: { object: {} } });
    await send(CUSTOMER);
    expect(await status()).toMatchObject({
      lastEvent: { type: 'customer.created', at: AT, result: 'recorded' },
      lastError: null,
      ignored: [
        { type: 'payout.paid', events: 2 },
        { type: 'plan.created', events: 1 },
      ],
    });
    await send({ type: 'invoice.paid', data: { object: { id: 7, canary: 'canary@example.com' } } });
    expect(await status()).toMatchObject({
      lastEvent: { type: 'invoice.paid', result: 'unreadable' },
      lastError: { code: 'unknown_object', at: AT },
    });
    const rows = await gateway.database.pool.query<{ row: string }>(
      'SELECT s::text AS row FROM gateway.stripe_status s',
    );
    expect(rows.rows.map(({ row }) => row).join()).not.toContain('canary');
    const removed = await gateway.request('DELETE', SETTINGS, { token });
    expect(removed.body).toMatchObject({ configured: false, lastEvent: null, lastError: null, ignored: [] });
  });

  it.each(['ada@example.com', 'ada%40example.com', 'x'.repeat(101), ''])(
    'does not contain the event type %j, which Stripe never sends',
    async (type) => {
      const { send, status } = await connected();
      await send({ type, data: { object: {} } });
      expect(await status()).toMatchObject({
        lastEvent: { type: 'unknown', result: 'event_type' },
        ignored: [{ type: 'unknown', events: 1 }],
      });
    },
  );

  it('stays bounded, however many types arrive', async () => {
    const { send, status } = await connected();
    await send({ type: 'a.first', data: { object: {} } });
    await gateway.database.pool.query(
      `UPDATE gateway.stripe_status
          SET ignored = ignored || (SELECT jsonb_object_agg('type.' || n, 1) FROM generate_series(2, 300) AS n)
        WHERE ignored ? 'a.first'`,
    );
    for (const type of ['one.more', 'two.more', 'a.first']) await send({ type, data: { object: {} } });
    const ignored = (await status())['ignored'] as { type: string; events: number }[];
    expect(ignored).toHaveLength(301);
    expect(ignored.slice(0, 2)).toEqual([
      { type: 'a.first', events: 2 },
      { type: 'other', events: 2 },
    ]);
  });
});

describe('requests with a bad signature', () => {
  it('are reported, use up no budget of genuine events, and are not written one by one', async () => {
    const { send, status, workspaceId } = await connected();
    const bogus = await Promise.all(
      Array.from({ length: 200 }, () => send(CUSTOMER, 'whsec_of_an_attacker')),
    );
    expect(new Set(bogus.map((answer) => answer.status))).toEqual(new Set([400]));
    expect((await send(CUSTOMER)).body).toEqual({ received: true, recorded: true });
    const error = await waitFor('the error', async () => (await status())['lastError']);
    expect(error).toEqual({ code: 'bad_signature', at: AT });
    await gateway.database.pool.query('UPDATE gateway.stripe_status SET error = NULL, error_at = NULL');
    await send(CUSTOMER, 'whsec_of_an_attacker');
    expect(await status()).toMatchObject({ lastError: null, lastEvent: { result: 'recorded' } });
    const { rows } = await gateway.database.pool.query(
      `SELECT FROM gateway.spent_budgets WHERE budget = 'webhook' AND token_id = $1 AND spent > 2`,
      [workspaceId],
    );
    expect(rows).toEqual([]);
  });
});

describe('a visitor in the metadata', () => {
  it('is identified by the address, or waits for the address of the customer', async () => {
    const { send } = await connected();
    const { calls } = gateway.standIns.identity;
    calls.length = 0;
    const metadata = { headwater_ref: 'seen-1' };
    const object = {
      id: 'cs_1',
      object: 'checkout.session',
      mode: 'subscription',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 4_900,
      metadata,
      customer_details: { email: 'a@b.c' },
    };
    expect((await send({ type: 'checkout.session.completed', data: { object } })).body).toMatchObject({
      recorded: true,
    });
    expect(calls).toMatchObject([
      {
        method: 'Identify',
        request: { anonymousId: 'seen-1', account: { email: 'a@b.c' }, atMs: NOW_SECONDS * 1_000 },
      },
    ]);
    calls.length = 0;
    const intent = {
      ...{ id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'eur', amount_received: 100 },
      ...{ customer: 'cus_1', receipt_email: null, metadata },
    };
    expect((await send({ type: 'payment_intent.succeeded', data: { object: intent } })).body).toMatchObject({
      recorded: true,
    });
    expect(calls).toMatchObject([
      { method: 'RecordPayment', request: { payment: { paymentId: 'pi_1' } } },
      {
        method: 'RecordBilling',
        request: { customerId: 'cus_1', anonymousId: 'seen-1', atMs: NOW_SECONDS * 1_000 },
      },
    ]);
  });
});
