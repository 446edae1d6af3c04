import { z } from 'zod';
import type { Api } from './api';
import type { Account } from './domain/account';
import { inGroups } from './domain/in-groups';

/** So many accounts are identified one by one, those who pay first; below the rate limit's burst. */
const PAYING_IDENTIFIED = 110;
const OTHERS_IDENTIFIED = 40;

const AT_ONCE = 4;

/** The API's limit of one bulk call. */
const BULK_ROWS = 1000;

const IDENTIFIED = z.object({ linked: z.boolean(), channel: z.string().optional() });
const IMPORTED = z.object({ imported: z.number() });

export interface Identified {
  /** Accounts that were sent with their visitor. */
  readonly sent: number;
  /** Those of them whose recorded channel is that of the visitor's first visit. */
  readonly rightChannel: number;
  /** Accounts that were loaded in bulk. */
  readonly imported: number;
}

/** Links the latest accounts to their visitors, then loads what the customer knows of all its accounts. */
export async function identifyAccounts(api: Api, accounts: readonly Account[]): Promise<Identified> {
  const latest = [
    ...accounts.filter(({ mrr }) => mrr > 0).slice(-PAYING_IDENTIFIED),
    ...accounts.filter(({ mrr }) => mrr === 0).slice(-OTHERS_IDENTIFIED),
  ];
  let rightChannel = 0;
  for (const group of inGroups(latest, AT_ONCE)) {
    const answers = await Promise.all(group.map((account) => identify(api, account)));
    rightChannel += answers.filter(Boolean).length;
  }
  let imported = 0;
  for (const group of inGroups(accounts, BULK_ROWS)) {
    imported += (await api.post('/api/v1/identify/bulk', { users: group.map(bulkRow) }, IMPORTED)).imported;
  }
  return { sent: latest.length, rightChannel, imported };
}

async function identify(api: Api, account: Account): Promise<boolean> {
  const body = { anonymous_id: account.anonymousId, email: account.email, plan: account.plan };
  const answer = await api.post('/api/v1/identify', body, IDENTIFIED);
  return answer.linked && answer.channel === account.firstChannel;
}

function bulkRow({ email, userId, company, plan, mrr }: Account): object {
  return { email, user_id: userId, plan, mrr, ...(company === undefined ? {} : { company }) };
}
