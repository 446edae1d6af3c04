import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { insertStretch, type SyntheticSite } from './synthetic-events';

/** How many events a site has on how many days up to today. */
export interface SiteLoad {
  readonly site: SyntheticSite;
  readonly events: number;
  readonly days: readonly string[];
  /** The events are of so many sites, numbered from this one on. Default 1. */
  readonly sites?: number;
}

/** Parts that today's events lie in, when the past days' are merged to one each: as a busy day leaves them. */
const PARTS_TODAY = 5;
/** Events that one statement makes: more would take the memory of a small machine. */
const MOST_AT_ONCE = 1_000_000;
/** A site's visitors come back: so many events has each in all. */
const EVENTS_PER_VISITOR = 8;

/** The last days up to today, `YYYY-MM-DD` in UTC. */
export function lastDays(count: number, nowMs: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** Makes a site's events, evenly over its days; a day that is there already is left as it is. */
export async function loadSite(
  client: ClickHouseClient,
  { site, events, days, sites = 1 }: SiteLoad,
): Promise<void> {
  const perDay = Math.round(events / days.length);
  const visitors = Math.max(1, Math.round(events / EVENTS_PER_VISITOR));
  for (const day of days) {
    if ((await countEvents(client, { site, sites }, day)) >= perDay) continue;
    const parts = Math.max(day === days.at(-1) ? PARTS_TODAY : 1, Math.ceil(perDay / MOST_AT_ONCE));
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part, part + 1].map((n) => Math.round((perDay * n) / parts)) as [number, number];
      await run(client, insertStretch({ site, day, from, to, visitors, sites }));
    }
  }
}

async function countEvents(
  client: ClickHouseClient,
  { site, sites }: Required<Pick<SiteLoad, 'site' | 'sites'>>,
  day: string,
): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS events FROM events FINAL WHERE workspace_id = {workspaceId:UInt64}
        AND site_id >= {siteId:UInt64} AND site_id < {siteId:UInt64} + {sites:UInt64}
          AND ts >= toDateTime64({day:String}, 3, 'UTC') AND ts < toDateTime64({day:String}, 3, 'UTC') + INTERVAL 1 DAY`,
    query_params: { ...site, sites, day },
    format: 'JSONEachRow',
  });
  return (await result.json<{ events: number }>())[0]?.events ?? 0;
}

/** Merges each past day to one part, as the table does by itself ten minutes after a day's last insert. */
export async function mergePastDays(client: ClickHouseClient, days: readonly string[]): Promise<void> {
  for (const day of days.slice(0, -1))
    await run(client, `OPTIMIZE TABLE events PARTITION ${day.replaceAll('-', '')} FINAL`);
  // A visitor of many parts is one row in the end.
  await run(client, 'OPTIMIZE TABLE first_touches FINAL');
}

async function run(client: ClickHouseClient, query: string): Promise<void> {
  await client.command({
    query,
    clickhouse_settings: {
      wait_end_of_query: 1,
      max_insert_threads: '1',
      max_execution_time: 3_600,
      // Looking for repeats within a stretch, where there are none, would take three quarters of its time.
      optimize_on_insert: 0,
      optimize_skip_merged_partitions: 1,
    },
  });
}
