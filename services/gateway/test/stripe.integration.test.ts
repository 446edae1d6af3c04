import { failure, type ErrorCode } from '@headwater/protos/error-codes';
import Stripe from 'stripe';
import { startGateway, type Gateway } from './gateway-fixture';
import { NOW } from './analytics-stand-in';

const SECRET = 'whsec_0123456789abcdef';
const NOW_SECONDS = Math.floor(NOW / 1_000);

let gateway: Gateway;
let webhook: string;
beforeAll(async () => {
  gateway = await startGateway();
  webhook = String((await setSecret(SECRET)).body['webhookPath']);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.identity.calls.length = 0;
});

const settings = '/api/v1/integrations/stripe';
const setSecret = (signing_secret: unknown, token = gateway.ours.token) =>
  gateway.request('PUT', settings, { json: { signing_secret }, token });

const sign = (payload: string, { secret = SECRET, timestamp = NOW_SECONDS } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

const post = (path: string, raw: string, signature?: string) =>
  gateway.request('POST', path, {
    token: null,
    raw,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });

/** Stripe's own spacing, which parsing and serialising again would lose. */
const eventOf = (type: string, object: object): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: NOW_SECONDS, data: { object } }, null, 2);
const INVOICE = eventOf('invoice.paid', {
  id: 'in_1',
  amount_paid: 4_900,
  currency: 'eur',
  customer_email: 'canary@example.com',
  billing_reason: 'subscription_create',
});

describe('the Stripe webhook', () => {
  it('records a paid invoice in the workspace of its path', async () => {
    const { status, body } = await post(webhook, INVOICE, sign(INVOICE));
    expect({ status, body }).toEqual({ status: 200, body: { received: true, recorded: true } });
    const { workspaceId } = gateway.ours;
    expect(gateway.standIns.identity.calls).toMatchObject([
      {
        method: 'RecordPayment',
        workspaceId,
        request: { payment: { paymentId: 'in_1', amount: '49', currency: 'EUR', type: 'subscription' } },
      },
    ]);
  });

  it('records the identical payment when an event is sent again', async () => {
    await post(webhook, INVOICE, sign(INVOICE));
    await post(webhook, INVOICE, sign(INVOICE, { timestamp: NOW_SECONDS - 200 }));
    const [first, second] = gateway.standIns.identity.calls;
    expect(second?.request).toEqual(first?.request);
  });

  it('records the MRR of a subscription and the account of a customer, identically when sent again', async () => {
    const subscription = eventOf('customer.subscription.updated', {
      id: 'sub_1',
      customer: 'cus_1',
      status: 'active',
      currency: 'eur',
      items: {
        data: [
          {
            quantity: 3,
            price: { id: 'pro', unit_amount: 12_000, recurring: { interval: 'year', interval_count: 1 } },
          },
        ],
      },
    });
    const customer = eventOf('customer.created', { id: 'cus_1', email: 'canary@example.com' });
    for (const event of [subscription, customer, subscription]) {
      const { status, body } = await post(webhook, event, sign(event));
      expect({ status, body }).toEqual({ status: 200, body: { received: true, recorded: true } });
    }
    const atMs = NOW_SECONDS * 1_000;
    const { workspaceId } = gateway.ours;
    const changed = {
      method: 'RecordBilling',
      workspaceId,
      request: {
        customerId: 'cus_1',
        atMs: atMs + 1,
        subscription: {
          subscriptionId: 'sub_1',
          eventId: 'evt_1',
          mrr: '30',
          currency: 'EUR',
          plan: 'pro',
        },
      },
    };
    const named = { request: { customerId: 'cus_1', email: 'canary@example.com', atMs } };
    expect(gateway.standIns.identity.calls).toMatchObject([changed, named, changed]);
  });

  it('links a customer from an invoice, even one without an amount', async () => {
    for (const [change, methods] of [
      [{}, ['RecordBilling', 'RecordPayment']],
      [{ amount_paid: 0 }, ['RecordBilling']],
    ] as const) {
      gateway.standIns.identity.calls.length = 0;
      const { data } = JSON.parse(INVOICE) as { data: { object: object } };
      const invoice = eventOf('invoice.paid', { ...data.object, customer: 'cus_1', ...change });
      expect((await post(webhook, invoice, sign(invoice))).body).toEqual({ received: true, recorded: true });
      expect(gateway.standIns.identity.calls.map(({ method }) => method).sort()).toEqual(methods);
    }
  });

  it.each(['customer.deleted', 'a.thing.to.come'])('ignores %s with 200', async (type) => {
    const event = eventOf(type, {});
    const { status, body } = await post(webhook, event, sign(event));
    expect({ status, body }).toEqual({
      status: 200,
      body: { received: true, recorded: false, ignored: 'event_type' },
    });
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('returns 400 for a signature that is missing, too old, too far in the future, or of another secret or body', async () => {
    const signatures = [
      undefined,
      'nonsense',
      sign(INVOICE, { secret: 'whsec_another_secret' }),
      sign(JSON.stringify(JSON.parse(INVOICE))),
      sign(INVOICE, { timestamp: NOW_SECONDS - 301 }),
      sign(INVOICE, { timestamp: NOW_SECONDS + 301 }),
      sign(INVOICE, { timestamp: 999_999_999_999 }),
    ];
    for (const signature of signatures) {
      const { status, body } = await post(webhook, INVOICE, signature);
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_signature' });
    }
    expect((await post(webhook, '', sign(' '))).status).toBe(400);
    expect((await post(webhook, 'no json', sign('no json'))).status).toBe(400);
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('rejects a malformed signature without a database query', async () => {
    gateway.postgres.sever();
    for (const signature of [undefined, '', 't=1', `t=1,v1=${'g'.repeat(64)}`, 'v1=abc'])
      expect((await post(webhook, INVOICE, signature)).status).toBe(400);
    gateway.postgres.restore();
  });

  it('returns the same 404 for an unknown workspace and for a workspace without a secret', async () => {
    const other = await gateway.newTenant('no stripe');
    const details = new Set<unknown>();
    for (const workspace of [other.workspaceId, 999_999, 0, -1, '1e3', '99999999999999999999']) {
      const { status, body } = await post(`/webhooks/stripe/${workspace}`, INVOICE, sign(INVOICE));
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'not_found' });
      details.add(body['detail']);
    }
    expect(details.size).toBe(1);
  });

  it('rejects the secret of another workspace', async () => {
    const other = await gateway.newTenant('with stripe');
    const { body } = await setSecret('whsec_of_another_workspace', other.token);
    expect((await post(String(body['webhookPath']), INVOICE, sign(INVOICE))).status).toBe(400);
  });

  it('returns 200 if a retry cannot help, and 503 during an outage', async () => {
    const { overrides } = gateway.standIns.identity;
    const fail = (code: ErrorCode) =>
      Object.assign(overrides, { RecordPayment: () => Promise.reject(failure(code, 'Not now.')) });
    fail('payment_conflict');
    expect(await post(webhook, INVOICE, sign(INVOICE))).toMatchObject({
      status: 200,
      body: { recorded: false, ignored: 'refused' },
    });
    fail('upstream_unavailable');
    expect((await post(webhook, INVOICE, sign(INVOICE))).status).toBe(503);
    Reflect.deleteProperty(overrides, 'RecordPayment');
    const customer = eventOf('customer.updated', { id: 'cus_1', email: 'no address' });
    const failing = (code: ErrorCode) =>
      Object.assign(overrides, { RecordBilling: () => Promise.reject(failure(code, 'Not now.')) });
    failing('invalid_request');
    expect((await post(webhook, customer, sign(customer))).body).toMatchObject({ ignored: 'refused' });
    failing('upstream_unavailable');
    expect((await post(webhook, customer, sign(customer))).status).toBe(503);
    Reflect.deleteProperty(overrides, 'RecordBilling');
  });

  it('logs neither email addresses nor secrets', async () => {
    await post(webhook, INVOICE, sign(INVOICE));
    await post(webhook, INVOICE, 'nonsense');
    expect((await setSecret('not_a_secret_canary')).status).toBe(400);
    const lines = gateway.logLines.join('');
    expect(lines).toContain('/webhooks/stripe/{workspace}');
    expect(lines).not.toContain('canary');
    expect(lines).not.toContain('whsec_');
  });
});

describe('too many webhooks', () => {
  it('are rejected with 429, per workspace with a secret', async () => {
    const narrow = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '20' });
    try {
      const set = await narrow.request('PUT', '/api/v1/integrations/stripe', {
        json: { signing_secret: SECRET },
      });
      expect(set.status).toBe(200);
      const ours = String(set.body['webhookPath']);
      const send = (path: string) =>
        fetch(`${narrow.origin}${path}`, {
          method: 'POST',
          body: INVOICE,
          headers: { 'content-type': 'application/json', 'stripe-signature': sign(INVOICE) },
        });
      const answers = await Promise.all(Array.from({ length: 25 }, () => send(ours)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(5);
      for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      for (let n = 0; n < 25; n += 1) expect((await send('/webhooks/stripe/1')).status).toBe(404);
      await Promise.all([...answers].map((answer) => answer.arrayBuffer()));
    } finally {
      await narrow.stop();
    }
  });
});

const NOTHING_RECEIVED = { lastEvent: null, lastError: null, ignored: [] };

describe('the signing secret', () => {
  it('can be set, replaced and removed, and is never shown', async () => {
    const { token } = await gateway.newTenant('setting up');
    const { body } = await gateway.request('GET', settings, { token });
    const webhookPath = String(body['webhookPath']);
    expect(body).toEqual({
      provider: 'stripe',
      configured: false,
      since: null,
      createdBy: null,
      webhookPath,
      ...NOTHING_RECEIVED,
    });
    const { tokens } = (await gateway.request('GET', '/api/v1/tokens', { token })).body;
    const createdBy = (tokens as { id: number }[])[0]?.id;
    const since = new Date(NOW).toISOString();
    const set = { provider: 'stripe', configured: true, since, createdBy, webhookPath, ...NOTHING_RECEIVED };
    expect((await setSecret('whsec_the_older_one', token)).body).toEqual(set);
    expect((await setSecret('whsec_the_newer_one', token)).body).toEqual(set);
    expect((await gateway.request('GET', settings, { token })).body).toEqual(set);
    const event = eventOf('ping', {});
    const by = (secret: string) => post(webhookPath, event, sign(event, { secret }));
    expect((await by('whsec_the_older_one')).status).toBe(400);
    expect((await by('whsec_the_newer_one')).status).toBe(200);
    const removed = await gateway.request('DELETE', settings, { token });
    expect(removed.body).toEqual(body);
    expect((await by('whsec_the_newer_one')).status).toBe(404);
  });

  it.each([['sk_live_0123456789'], ['whsec_'], ['whsec_with space 123'], [7], [undefined]])(
    'can not be %p',
    async (secret) => {
      const { status, body } = await setSecret(secret);
      expect(status).toBe(400);
      expect(body['errors']).toMatchObject([{ field: 'signing_secret' }]);
      if (typeof secret === 'string') expect(JSON.stringify(body)).not.toContain(`"${secret}"`);
    },
  );
});
