import type { ClickHouseClient } from '@clickhouse/client';
import type { EventRow } from '@headwater/eventstore/event-row';
import { insertEvents } from '@headwater/eventstore/insert-events';
import type { Account } from './domain/account';
import { paymentsOf, type Payment } from './domain/payment';
import type { PastVisit } from './domain/site-history';
import { Tally, type ChannelCount } from './domain/tally';

/** Rows in a batch: a few MB, and some days' worth, so that a day is stored in few parts. */
const BATCH_ROWS = 10_000;

export interface Inserted {
  readonly events: number;
  readonly counts: readonly ChannelCount[];
  /** One for each visitor that signed up, as it stood at the end. */
  readonly accounts: readonly Account[];
  /** Of those accounts, with their renewals until `now`. */
  readonly payments: readonly Payment[];
}

/** Writes visits as they are told, one batch at a time: memory stays bounded however long the history. */
export async function insertHistory(
  client: ClickHouseClient,
  visits: Iterable<PastVisit>,
  now: number,
): Promise<Inserted> {
  const tally = new Tally();
  const accounts = new Map<string, Account>();
  const payments: Payment[] = [];
  let batch: EventRow[] = [];
  let events = 0;
  const flush = async (): Promise<void> => {
    await insertEvents(client, batch);
    events += batch.length;
    batch = [];
  };
  for (const visit of visits) {
    tally.add(visit);
    if (visit.account) accounts.set(visit.account.anonymousId, visit.account);
    payments.push(...paymentsOf(visit, now));
    batch.push(...visit.rows);
    if (batch.length >= BATCH_ROWS) await flush();
  }
  await flush();
  return { events, counts: tally.counts(), accounts: [...accounts.values()], payments };
}
