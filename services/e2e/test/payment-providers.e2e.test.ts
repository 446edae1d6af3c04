import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startAllInOne } from '../src/start-all-in-one';
import { eventsOf, SIGNATURES, type Customer, type ProviderName } from './payment-providers/events';

/** Of the account, after all events of the provider. */
interface Expected {
  readonly net: string;
  readonly payments: number;
  readonly mrr: number;
  readonly plan: string;
}

const EXPECTED: Readonly<Record<ProviderName, Expected>> = {
  // 49 - 10 refunded - 15 of the lost dispute; the won one counts nothing.
  stripe: { net: '24.00', payments: 1, mrr: 49, plan: 'pro' },
  // 142.80 - 23.80 refunded; the chargeback is reversed. Two seats for 120 a year.
  paddle: { net: '119.00', payments: 1, mrr: 20, plan: 'Yearly' },
  // 119 + 119 - 50 - 119 refunded. The MRR is that of identify.
  'lemon-squeezy': { net: '69.00', payments: 2, mrr: 7, plan: 'Pro' },
  // 35.70 - 11.90 refunded. 60 for three months.
  polar: { net: '23.80', payments: 1, mrr: 20, plan: 'Pro' },
};
const PROVIDERS = Object.keys(EXPECTED) as ProviderName[];

let system: System;
let site = 0;
beforeAll(async () => {
  system = await startAllInOne({ LINK_SWEEP_PAUSE_MS: '500' });
  site = (await callApi(system, 'POST', '/api/v1/sites', { body: { domain: 'shop.example' } })).body.id;
}, START_TIMEOUT_MS);
afterAll(() => system.stop());

let customers = 0;

const NEWSLETTER = { url: 'https://shop.example/?utm_source=newsletter&utm_medium=email' };

/** Sends a visit from 20 minutes ago. */
async function visit(ref: string, from: { readonly url: string; readonly referrer?: string }): Promise<void> {
  const event = { anonymous_id: ref, name: 'pageview', ...from, time: new Date(Date.now() - 1_200_000) };
  const sent = await callApi(system, 'POST', `/api/v1/sites/${site}/events`, { body: { events: [event] } });
  expect(sent.status).toBe(202);
}

/** A customer whose visitor came from a newsletter before the purchase. */
async function newCustomer(provider: string): Promise<Customer> {
  const number = 1_000 + customers++;
  const [email, ref] = [`${provider}-${number}@example.com`, randomUUID()];
  await visit(ref, NEWSLETTER);
  return { number, email, ref };
}

const bodiesOf = (provider: ProviderName, customer: Customer): string[] =>
  eventsOf(provider, customer).map((event) => JSON.stringify(event));

/** The event with all its amounts 0. */
const freeOf = (body: string): string =>
  JSON.stringify(JSON.parse(body), (key, value: unknown) => {
    if (!/^(?:grand_|sub)?(?:total|amount)/.test(key) || typeof value === 'object') return value;
    return typeof value === 'string' ? '0' : 0;
  });

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

describe.each(PROVIDERS)('%s', (provider) => {
  const { secret, sign } = SIGNATURES[provider];
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
      const events = bodiesOf(provider, customer);
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
        ...EXPECTED[provider],
      });
  }, 120_000);

  it('links no visitor of a free order, which anyone can place with the address of a customer', async () => {
    const path = await connect(provider, secret);
    const { email, ...customer } = await newCustomer(provider);
    for (const event of bodiesOf(provider, { email, ...customer })) {
      const answer = await send(path, freeOf(event));
      expect(answer).toMatchObject({ status: 200, body: { received: true } });
      expect(answer.body.ignored ?? '').not.toBe('unreadable');
    }
    const anonymous_id = randomUUID();
    await visit(anonymous_id, { url: 'https://shop.example/', referrer: 'https://www.google.com/' });
    const identify = () => callApi(system, 'POST', '/api/v1/identify', { body: { anonymous_id, email } });
    await waitFor('the link', async () => (await identify()).body.linked === true);
    expect(await accountOf(email)).toMatchObject({ channel: 'Organic Search' });
  });

  it('refuses events with another secret, and the secret of another provider', async () => {
    const path = await connect(provider, secret);
    const [event = ''] = bodiesOf(provider, await newCustomer(provider));
    expect((await send(path, event, `${secret}x`)).status).toBe(400);
    const { status, body } = await callApi(system, 'PUT', `/api/v1/integrations/${provider}`, {
      body: { signing_secret: 'a b' },
    });
    expect({ status, field: body.errors?.[0]?.field }).toEqual({ status: 400, field: 'signing_secret' });
    await callApi(system, 'DELETE', `/api/v1/integrations/${provider}`);
    expect((await send(path, event)).status).toBe(404);
  });
});
