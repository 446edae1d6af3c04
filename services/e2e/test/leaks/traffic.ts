import { createHmac } from 'node:crypto';
import { callApi, type System } from '../../src/api';
import type { Canary } from './canaries';

const SECRET = 'whsec_of_the_leak_test';
const ROWS = 1_000;

/** Records the text of a response. */
type Keep = (text: string) => void;

/** Sends the email address of each canary to all endpoints that accept one, in valid and invalid requests. Records all responses. */
export async function sendCanaries(system: System, all: readonly Canary[], keep: Keep): Promise<void> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await callApi(system, 'POST', path, { body, headers });
    keep(JSON.stringify([answer.status, [...answer.headers], answer.body]));
    return answer;
  };
  for (let from = 0; from < all.length; from += ROWS) {
    const some = all.slice(from, from + ROWS);
    await post('/api/v1/identify/bulk', {
      users: some.map(({ email, index }) => ({
        email,
        plan: 'pro',
        user_id: `u${index}`,
        traits: { n: index },
      })),
    });
    await post('/api/v1/payments/bulk', {
      payments: some.map(({ email, index }) => payment(`bulk-${index}`, { email })),
    });
  }
  for (const { email, index } of all) {
    const key = { 'idempotency-key': `leaks-${index}` };
    await post('/api/v1/identify', { anonymous_id: `visitor-${index}`, email, mrr: index }, key);
    if (index % 5 > 0) continue;
    await post('/api/v1/payments', payment(`single-${index}`, { email }), key);
    await post('/api/v1/attribution/lookup', { email });
    if (index % 25 === 0) await post('/api/v1/erasures', { email });
  }
  for (const { email } of all.slice(0, 40)) await sendInvalid(system, email, { post, keep });
  await sendByStripe(system, all.slice(0, 40), keep);
}

function payment(payment_id: string, payer: object) {
  return { payment_id, amount: '9.99', currency: 'EUR', type: 'sale', ...payer };
}

type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<unknown>;

/** Sends an email address in invalid requests. */
async function sendInvalid(
  system: System,
  email: string,
  { post, keep }: { post: Post; keep: Keep },
): Promise<void> {
  const identify = (change: object) =>
    post('/api/v1/identify', { anonymous_id: 'visitor-0', email, ...change });
  await identify({ email: `${email}@@` });
  await identify({ anonymous_id: email });
  for (const text of [email, encodeURIComponent(email), `<${email}>`, email.toUpperCase()]) {
    const fields = {
      user_id: text,
      plan: text,
      company: text,
      traits: { [text]: 1, contact: [{ [text]: text }] },
    };
    await identify(fields);
    await post(
      '/api/v1/identify',
      { anonymous_id: 'visitor-0', email, ...fields },
      { 'idempotency-key': `enriched-${text.length}` },
    );
    await post('/api/v1/identify/bulk', {
      users: [
        { email, ...fields, mrr: text, [text]: 1 },
        { email, traits: fields },
        { email, traits: text },
      ],
    });
  }
  await identify({ mrr: email });
  await post('/api/v1/identify', `{"anonymous_id":"v","email":"${email}"`);
  await post('/api/v1/identify', [email]);
  await post('/api/v1/identify/bulk', {
    users: [{ email: `${email} ` }, { email: `${email}@` }, email, { user_id: email }],
  });
  await post('/api/v1/payments', payment(email, { email }));
  await post('/api/v1/payments', {
    ...payment('bad', { email }),
    amount: email,
    currency: email,
    type: email,
  });
  await post('/api/v1/payments', payment('bad', { user_id: email }));
  await post('/api/v1/attribution/lookup', { user_id: email });
  await post('/api/v1/erasures', { email: `${email}@` });
  await post('/api/v1/erasures', { user_id: email });
  await post(`/api/v1/attribution/lookup?email=${encodeURIComponent(email)}`, { email });
  await post('/api/v1/identify', { anonymous_id: 'v', email }, { 'idempotency-key': email });
  await post('/api/v1/identify', { anonymous_id: 'v', email }, { 'x-request-id': email });
  for (const [method, path, body] of [
    ['POST', '/api/v1/identify', { anonymous_id: 'v', email, [email]: true }],
    ['POST', `/api/v1/attribution/lookup?${encodeURIComponent(email)}=1`, { email }],
    ['GET', `/api/v1/attribution/${encodeURIComponent(email)}`],
    [
      'GET',
      `/api/v1/revenue?filter[plan]=${encodeURIComponent(email)}&dimension=${encodeURIComponent(email)}`,
    ],
    ['DELETE', `/api/v1/sites/${encodeURIComponent(email)}`],
  ] as const) {
    const answer = await callApi(system, method, path, body === undefined ? {} : { body });
    // The response names the unknown field or parameter, so that the client can fix it.
    keep(JSON.stringify([answer.status, answer.body]).replaceAll(email, ''));
  }
}

/** Sends Stripe webhooks, which contain email addresses, with valid and invalid signatures. */
async function sendByStripe(system: System, all: readonly Canary[], keep: Keep): Promise<void> {
  await callApi(system, 'PUT', '/api/v1/integrations/stripe', { body: { signing_secret: SECRET } });
  const { body } = await callApi(system, 'GET', '/api/v1/integrations/stripe');
  for (const { email, index } of all) {
    const time = Math.floor(Date.now() / 1_000);
    const customer = `cus_${index}`;
    const invoice = {
      id: `in_${index}`,
      amount_paid: 4_900,
      currency: 'eur',
      customer,
      customer_email: email,
    };
    const recurring = { interval: 'month', interval_count: 1 };
    const items = { data: [{ price: { id: 'pro', nickname: `for ${email}`, unit_amount: 900, recurring } }] };
    const subscription = { id: `sub_${index}`, customer, status: 'active', currency: 'eur', items };
    for (const [type, object] of [
      ['customer.subscription.created', subscription],
      ['customer.created', { id: customer, email, name: email }],
      ['customer.updated', { id: email, email }],
      ['invoice.paid', invoice],
    ] as const) {
      const payload = JSON.stringify({ id: `evt_${index}`, type, created: time, data: { object } });
      const secret = index % 2 === 0 ? SECRET : 'whsec_another';
      const v1 = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
      const answer = await callApi(system, 'POST', body.webhookPath, {
        body: payload,
        token: null,
        headers: { 'stripe-signature': `t=${time},v1=${v1}` },
      });
      keep(JSON.stringify([answer.status, answer.body]));
    }
  }
}
