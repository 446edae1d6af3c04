import {
  factsOf,
  isLate,
  isOfBrowser,
  visitorId,
  type Round,
  type Site,
} from '@headwater/eventstore/testing/visitor-facts';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type Answer, type System } from '../../src/api';
import { read, windowOf } from './queries';
import { PATIENCE_MS } from './send';

/*
 * Accounts of the visitors, with payments. Attribution depends on the order of arrival where a rule requires it, to protect it from
 * forged events. These cases are left out:
 *
 * - Visitors with a browser event that is over 24 hours old on arrival get no account: attribution counts it from its arrival.
 * - All events arrive before the identify call: later browser events change no recorded channel.
 * - The models except `first_touch`, later touches and the device are compared for accounts without browser events (plan `server`): the
 *   event that arrived first describes a session of a browser.
 */

interface Account {
  readonly visitor: number;
  readonly plan: 'browser' | 'server';
  /** Unix ms. */
  readonly lastSeen: number;
}

function accountsOf(round: Round): Account[] {
  return factsOf(round)
    .filter((facts) => !facts.some((fact) => isLate(fact, round.now)))
    .map((facts) => ({
      visitor: facts[0]?.visitor ?? 0,
      plan: facts.some(({ fact }) => isOfBrowser(fact.endpoint)) ? 'browser' : 'server',
      lastSeen: Math.max(...facts.map(({ time }) => time)),
    }));
}

/** Accounts whose later touches and shares are compared one by one. */
const COMPARED = 10;
const MODELS = 'first_touch last_touch last_non_direct linear position_based time_decay'.split(' ');
const OTHER_MODELS = MODELS.slice(1);

const emailOf = ({ domain }: Site, { visitor }: Account): string => `visitor-${visitor}@${domain}`;
const paymentsOf = (site: Site, account: Account) =>
  (['sale', 'subscription', 'refund'] as const).slice(0, 1 + (account.visitor % 3)).map((type, n) => ({
    payment_id: `${site.domain}-${account.visitor}-${n}`,
    ...(account.visitor % 2 === 0
      ? { email: emailOf(site, account) }
      : { user_id: `user-${account.visitor}-${site.domain}` }),
    amount: `${10 + ((account.visitor * 7) % 90)}.00`,
    currency: account.visitor % 5 === 0 ? 'USD' : 'EUR',
    type,
    occurred_at: new Date(account.lastSeen - n * 60_000).toISOString(),
  }));

/** A workspace may have 150 calls of an endpoint under way. */
const CONCURRENT_CALLS = 50;

/** Links the accounts and records their payments. @param isShuffled payments first, and calls in another order, repeated */
export async function saveAccounts(
  system: System,
  site: Site,
  { round, isShuffled }: { round: Round; isShuffled: boolean },
): Promise<void> {
  const accounts = accountsOf(round);
  const identify = async (account: Account): Promise<void> => {
    const body = {
      anonymous_id: visitorId(site, account),
      email: emailOf(site, account),
      user_id: `user-${account.visitor}-${site.domain}`,
      plan: account.plan,
      company: site.domain,
      mrr: account.visitor % 50,
    };
    expect(await post('/api/v1/identify', body)).toMatchObject({ status: 200 });
  };
  const identifyAll = async (chosen: readonly Account[]): Promise<void> => {
    for (let first = 0; first < chosen.length; first += CONCURRENT_CALLS)
      await Promise.all(chosen.slice(first, first + CONCURRENT_CALLS).map(identify));
  };
  // On a busy machine, a call can fail without a known outcome. The client retries.
  const post = (path: string, body: object): Promise<Answer> =>
    waitFor(
      'the call',
      async () => {
        const answer = await callApi(system, 'POST', path, { body });
        return answer.status >= 503 ? undefined : answer;
      },
      PATIENCE_MS,
    );
  const pay = async (payments: readonly object[]): Promise<void> => {
    const answer = await post('/api/v1/payments/bulk', { payments });
    expect(answer).toMatchObject({ status: 200, body: { skipped: 0 } });
  };
  const payments = accounts.flatMap((account) => paymentsOf(site, account));
  if (!isShuffled) {
    for (const account of accounts) await identify(account);
    await pay(payments);
    return;
  }
  const half = Math.floor(payments.length / 2);
  await pay(payments.slice(half).reverse());
  await identifyAll([...accounts].reverse());
  await pay(payments.reverse());
  await identifyAll(accounts.filter(({ visitor }) => visitor % 4 === 0));
}

/** Fields that differ with the time of the calls, and the ids of accounts. */
const OMITTED = new Set(['id', 'identifiedAt', 'recordedAt', 'changedAt']);

/** All answers about the accounts of a site, as texts without its domain. */
export async function accountAnswersOf(system: System, site: Site, round: Round): Promise<string[]> {
  const answers: string[] = [];
  const add = (name: string, body: unknown): void => {
    const text = JSON.stringify(body, function (this: { plan?: unknown }, key, value: unknown) {
      return OMITTED.has(key) || (key === 'device' && this.plan === 'browser') ? undefined : value;
    });
    answers.push(
      `${name}: ${text}`
        .replaceAll(encodeURIComponent(site.domain), 'domain')
        .replaceAll(site.domain, 'domain'),
    );
  };
  const get = (path: string): Promise<Answer['body']> => read(system, 'GET', `/api/v1/${path}`);
  const accounts = accountsOf(round);
  const own = `${windowOf(round.now)}&filter[company]=${site.domain}`;
  for (const path of [
    ...['', ...'channel source plan country utm_source utm_medium utm_campaign'.split(' ')].map(
      (dimension) => `revenue?${own}${dimension && `&dimension=${dimension}`}`,
    ),
    ...OTHER_MODELS.flatMap((model) =>
      ['channel', 'source', 'utm_campaign'].map(
        (dimension) => `revenue?${own}&filter[plan]=server&model=${model}&dimension=${dimension}`,
      ),
    ),
    ...['identified', 'first_visit'].flatMap((basis) =>
      'channel source landing referrer country device&filter[plan]=server utm_source plan'
        .split(' ')
        .map((dimension) => `customers?${own}&basis=${basis}&dimension=${dimension}`),
    ),
    ...['net', 'paying', 'mrr'].map(
      (metric) => `cohorts?${own}&cohort=week&metric=${metric}&dimension=channel`,
    ),
  ])
    add(path, await get(path));
  const lookUp = (path: string, body: object): Promise<Answer['body']> =>
    read(system, 'POST', `/api/v1/attribution/${path}`, body);
  const emails = accounts.map((account) => ({ email: emailOf(site, account) }));
  add('lookup/bulk', await lookUp('lookup/bulk', { accounts: emails }));
  const ofServers = accounts.filter(({ plan }) => plan === 'server').slice(0, COMPARED);
  for (const account of ofServers) add('lookup', await lookUp('lookup', { email: emailOf(site, account) }));
  const listed: { company: string; userId: string }[] = [];
  for (let cursor = ''; ;) {
    const page = await get(`accounts?limit=1000${cursor}`);
    listed.push(...page.accounts.filter(({ company }: { company: string }) => company === site.domain));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  listed.sort((a, b) => (a.userId < b.userId ? -1 : 1));
  add('accounts', listed);
  for (const account of ofServers)
    for (const model of MODELS)
      add('credit', await get(`payments/${site.domain}-${account.visitor}-0/credit?model=${model}`));
  return answers;
}
