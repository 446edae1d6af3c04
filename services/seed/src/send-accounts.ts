import { z } from 'zod';
import type { Api } from './api';
import type { Account } from './domain/account';
import type { Cost } from './domain/cost';
import type { Payment } from './domain/payment';

/** Of the accounts without payments, one in so many has no identify call: its visitor has blocked the tracker. */
const ONE_UNLINKED_IN = 12;

const CONCURRENCY = 4;

/** Max rows of a bulk call. */
const BULK_ROWS = 1000;

const IDENTIFIED = z.object({ linked: z.boolean(), channel: z.string().optional() });
const IMPORTED = z.object({ imported: z.number() });

export interface Identified {
  /** Number of accounts linked to their visitor. */
  readonly sent: number;
  /** Number of linked accounts whose recorded channel is that of the first visit. */
  readonly rightChannel: number;
  /** Number of accounts imported in bulk. */
  readonly imported: number;
}

/** Links all paying and most other accounts to their visitors, then imports the profiles of all accounts. */
export async function identifyAccounts(api: Api, accounts: readonly Account[]): Promise<Identified> {
  const linked = accounts.filter(({ mrr }, index) => mrr > 0 || index % ONE_UNLINKED_IN !== 0);
  let rightChannel = 0;
  for (const batch of inBatches(linked, CONCURRENCY)) {
    const answers = await Promise.all(batch.map((account) => identify(api, account)));
    rightChannel += answers.filter(Boolean).length;
  }
  let imported = 0;
  for (const batch of inBatches(accounts, BULK_ROWS)) {
    imported += (await api.post('/api/v1/identify/bulk', { users: batch.map(bulkRow) }, IMPORTED)).imported;
  }
  return { sent: linked.length, rightChannel, imported };
}

async function identify(api: Api, account: Account): Promise<boolean> {
  const body = { anonymous_id: account.anonymousId, email: account.email, plan: account.plan };
  const answer = await api.post('/api/v1/identify', body, IDENTIFIED);
  return answer.linked && answer.channel === account.firstChannel;
}

function bulkRow({ email, userId, company, plan, mrr }: Account): object {
  return { email, user_id: userId, plan, mrr, ...(company === undefined ? {} : { company }) };
}

/** Sends payments to the API, which ignores duplicates. @returns the number of accepted payments */
export async function recordPayments(api: Api, payments: readonly Payment[]): Promise<number> {
  let imported = 0;
  for (const batch of inBatches(payments, BULK_ROWS)) {
    const body = { payments: batch.map(rowOf) };
    imported += (await api.post('/api/v1/payments/bulk', body, IMPORTED)).imported;
  }
  return imported;
}

const rowOf = ({ paymentId, userId, amount, type, at }: Payment) => ({
  payment_id: paymentId,
  user_id: userId,
  amount: amount.toFixed(2),
  currency: 'EUR',
  type,
  occurred_at: new Date(at).toISOString(),
});

/** Sends costs to the API, which replaces those of the same day and campaign. @returns the number of accepted costs */
export async function sendCosts(api: Api, costs: readonly Cost[]): Promise<number> {
  let imported = 0;
  for (const batch of inBatches(costs, BULK_ROWS)) {
    const body = {
      costs: batch.map((cost) => ({ ...cost, amount: cost.amount.toFixed(2), currency: 'EUR' })),
    };
    imported += (await api.post('/api/v1/costs/bulk', body, IMPORTED)).imported;
  }
  return imported;
}

/** Splits items into batches. */
function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
