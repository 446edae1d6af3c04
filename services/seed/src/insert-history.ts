import type { ClickHouseClient } from '@clickhouse/client';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { CHANNELS, PAGEVIEW, type Channel } from '@headwater/protos/vocabulary';
import type { Account } from './domain/account';
import type { SeedSite } from './domain/event-rows';
import { paymentsOf, type Payment } from './domain/payment';
import type { PastVisit } from './domain/site-history';

/** Rows per batch: a few MB and several days, so that a day is stored in few parts. */
const BATCH_ROWS = 10_000;

export interface Inserted {
  readonly events: number;
  readonly counts: readonly ChannelCount[];
  /** The final state of the account of each visitor that signed up. */
  readonly accounts: readonly Account[];
  /** Payments of these accounts, with renewals until `now`. */
  readonly payments: readonly Payment[];
}

/** Inserts visits in batches while they are generated, so that memory use does not depend on the length of the history. */
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

/** Counts of one channel. */
export interface ChannelCount {
  readonly channel: Channel;
  visits: number;
  pageviews: number;
  signups: number;
  purchases: number;
}

/** Counts visits by channel. */
class Tally {
  readonly #counts = new Map<Channel, ChannelCount>();

  add(visit: PastVisit): void {
    const count = this.#count(visit.channel);
    count.visits++;
    for (const { name } of visit.rows) {
      if (name === PAGEVIEW) count.pageviews++;
      else if (name === 'signup') count.signups++;
      else if (name === 'purchase') count.purchases++;
    }
  }

  /** Counts of the channels with visits, in the order of the vocabulary. */
  counts(): readonly ChannelCount[] {
    return CHANNELS.flatMap((channel) => this.#counts.get(channel) ?? []);
  }

  #count(channel: Channel): ChannelCount {
    const existing = this.#counts.get(channel);
    if (existing) return existing;
    const fresh = { channel, visits: 0, pageviews: 0, signups: 0, purchases: 0 };
    this.#counts.set(channel, fresh);
    return fresh;
  }
}

/** Number of stored events of the site, without duplicates. */
export async function countStoredEvents(client: ClickHouseClient, site: SeedSite): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS n FROM events FINAL
            WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64}`,
    query_params: { workspaceId: site.workspaceId, siteId: site.siteId },
    format: 'JSONEachRow',
    clickhouse_settings: { do_not_merge_across_partitions_select_final: 1 },
  });
  const [row] = await result.json<{ n: number }>();
  return row?.n ?? 0;
}
