import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startAllInOne } from '../src/start-all-in-one';

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

interface Provider {
  readonly secret: string;
  /** The headers of a signature at a time in Unix seconds. */
  readonly sign: (body: string, secret: string, seconds: number) => Record<string, string>;
  /** Of the account, after all events of the fixture. */
  readonly expected: {
    readonly net: string;
    readonly payments: number;
    readonly mrr: number;
    readonly plan: string;
  };
}

/** The providers, with independent implementations of their signatures. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  stripe: {
    secret: 'whsec_0123456789abcdef',
    sign: (body, secret, at) => ({ 'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`)}` }),
    // 49 - 10 refunded - 15 of the lost dispute; the won one counts nothing.
    expected: { net: '24.00', payments: 1, mrr: 49, plan: 'pro' },
  },
  paddle: {
    secret: 'pdl_ntfset_0123456789abcdef',
    sign: (body, secret, at) => ({ 'paddle-signature': `ts=${at};h1=${hmac(secret, `${at}:${body}`)}` }),
    // 142.80 - 23.80 refunded; the chargeback is reversed. Two seats for 120 a year.
    expected: { net: '119.00', payments: 1, mrr: 20, plan: 'Yearly' },
  },
  'lemon-squeezy': {
    secret: '0123456789abcdef',
    sign: (body, secret) => ({ 'x-signature': hmac(secret, body) }),
    // 119 + 119 - 50 - 119 refunded. The MRR is that of identify.
    expected: { net: '69.00', payments: 2, mrr: 7, plan: 'Pro' },
  },
  polar: {
    secret: 'polar_whs_0123456789abcdef',
    sign: (body, secret, at) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${hmac(secret, `msg_1.${at}.${body}`, 'base64')}`,
    }),
    // 35.70 - 11.90 refunded. 60 for three months.
    expected: { net: '23.80', payments: 1, mrr: 20, plan: 'Pro' },
  },
};

let system: System;
let site = 0;
beforeAll(async () => {
  system = await startAllInOne({ LINK_SWEEP_PAUSE_MS: '500' });
  site = (await callApi(system, 'POST', '/api/v1/sites', { body: { domain: 'shop.example' } })).body.id;
}, START_TIMEOUT_MS);
afterAll(() => system.stop());

interface Customer {
  readonly number: number;
  readonly email: string;
  /** The visitor. */
  readonly ref: string;
}

let customers = 0;

/** A customer whose visitor came from a newsletter before the purchase. */
async function newCustomer(provider: string): Promise<Customer> {
  const number = 1_000 + customers++;
  const [email, ref] = [`${provider}-${number}@example.com`, randomUUID()];
  const url = 'https://shop.example/?utm_source=newsletter&utm_medium=email';
  const event = { anonymous_id: ref, name: 'pageview', url, time: new Date(Date.now() - 1_200_000) };
  const sent = await callApi(system, 'POST', `/api/v1/sites/${site}/events`, { body: { events: [event] } });
  expect(sent.status).toBe(202);
  return { number, email, ref };
}

/** The recorded events of a provider, for one customer and the current time. */
function eventsOf(provider: string, { number, email, ref }: Customer): string[] {
  const text = readFileSync(join(__dirname, 'payment-providers', `${provider}.json`), 'utf8');
  const now = Date.now();
  const filled = text
    .replaceAll('{{n}}', String(number))
    .replaceAll('"{{number}}"', String(number))
    .replaceAll('{{email}}', email)
    .replaceAll('{{ref}}', ref)
    .replace(/"\{\{seconds-(\d+)\}\}"/g, (_, ago) => String(Math.floor(now / 1_000) - Number(ago)))
    .replace(/\{\{time-(\d+)\}\}/g, (_, ago) => new Date(now - Number(ago) * 1_000).toISOString());
  return (JSON.parse(filled) as object[]).map((event) => JSON.stringify(event));
}

/** Orders of `count` events: as they happened, reversed, and shuffled by a fixed seed. */
function ordersOf(count: number): number[][] {
  const natural = Array.from({ length: count }, (_, index) => index);
  let seed = 20_261_124;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  const shuffled = () => [...natural].map((index) => [random(), index] as const).sort(([a], [b]) => a - b);
  return [
    natural,
    [...natural].reverse(),
    ...Array.from({ length: 4 }, () => shuffled().map(([, index]) => index)),
  ];
}

async function accountOf(email: string) {
  const body = { accounts: [{ email }] };
  const answer = await callApi(system, 'POST', '/api/v1/attribution/lookup/bulk', { body });
  const [account] = answer.body.accounts;
  const [revenue] = account.revenue ?? [];
  return {
    ...{ channel: account.channel, mrr: Number(account.mrr), plan: account.plan },
    currencies: account.revenue?.length,
    ...{ net: revenue?.net, payments: revenue?.payments },
  };
}

async function connect(provider: string, secret: string): Promise<string> {
  const path = `/api/v1/integrations/${provider}`;
  const { status, body } = await callApi(system, 'PUT', path, { body: { signing_secret: secret } });
  expect(status).toBe(200);
  return String(body.webhookPath);
}

describe.each(Object.entries(PROVIDERS))('%s', (provider, { secret, sign, expected }) => {
  const send = (path: string, body: string, used = secret) => {
    const headers = sign(body, used, Math.floor(Date.now() / 1_000));
    return callApi(system, 'POST', path, { token: null, body, headers });
  };

  it('records the same account from its events in any order, each sent twice', async () => {
    const path = await connect(provider, secret);
    const { length } = eventsOf(provider, { number: 0, email: '', ref: '' });
    const emails: string[] = [];
    for (const order of ordersOf(length)) {
      const customer = await newCustomer(provider);
      emails.push(customer.email);
      const known = { email: customer.email, mrr: 7 };
      await callApi(system, 'POST', '/api/v1/identify/bulk', { body: { users: [known] } });
      const events = eventsOf(provider, customer);
      for (const index of [...order, ...order]) {
        const answer = await send(path, events[index] ?? '');
        expect({ index, ...answer }).toMatchObject({ index, status: 200, body: { received: true } });
      }
    }
    const isLinked = async () => {
      const accounts = await Promise.all(emails.map(accountOf));
      return accounts.every(({ channel }) => channel === 'Email');
    };
    await waitFor('the channels', isLinked, 60_000);
    for (const email of emails)
      expect({ email, ...(await accountOf(email)) }).toEqual({
        ...{ email, channel: 'Email', currencies: 1 },
        ...expected,
      });
  }, 120_000);

  it('refuses events with another secret, and the secret of another provider', async () => {
    const path = await connect(provider, secret);
    const [event = ''] = eventsOf(provider, await newCustomer(provider));
    expect((await send(path, event, `${secret}x`)).status).toBe(400);
    const { status, body } = await callApi(system, 'PUT', `/api/v1/integrations/${provider}`, {
      body: { signing_secret: 'a b' },
    });
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: 'signing_secret' });
    await callApi(system, 'DELETE', `/api/v1/integrations/${provider}`);
    expect((await send(path, event)).status).toBe(404);
  });
});
