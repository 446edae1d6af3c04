import type { ClickHouseClient } from '@clickhouse/client';
import { instantText } from '../domain/time/instant-text';
import { runStatement, type RunOptions } from './run-statement';

export interface SiteActivity {
  /** Unix milliseconds of the last event's arrival. */
  readonly lastEventAtMs: number | undefined;
  /** Distinct visitors of the last five minutes, by the events' own time. */
  readonly online: number;
  /** Of the last 24 hours, to the quarter of an hour; by events downwards. */
  readonly recentDrops: readonly DropCount[];
}

/** Events that were dropped for one reason; `botReason` is `''` but for bots. */
export interface DropCount {
  readonly reason: string;
  readonly botReason: string;
  readonly events: number;
}

/** Which site is asked about, and when (Unix ms). */
export interface SiteAtTime {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly nowMs: number;
}

const ONLINE_MS = 5 * 60_000;
const RECENT_MS = 24 * 60 * 60_000;

const SQL = `SELECT
  (SELECT toUnixTimestamp64Milli(maxOrNull(last_received_at)) FROM site_activity
   WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}) AS last_event_at_ms,
  (SELECT uniqExact(visitor_id) FROM events
   WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
     AND ts > {since:DateTime64(3, 'UTC')} AND ts <= {until:DateTime64(3, 'UTC')}) AS online`;

const DROPS_SQL = `SELECT reason, bot_reason AS botReason, sum(drops.events) AS events FROM drops
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND quarter > {since:DateTime64(3, 'UTC')}
GROUP BY reason, bot_reason
ORDER BY events DESC, reason ASC, bot_reason ASC`;

/**
 * How alive a site is.
 *
 * Online goes by the time at which events happened, so that a server's backfill is nobody's presence. A sender's clock
 * may run ahead by as much as the window looks back.
 */
export async function readSiteActivity(
  client: ClickHouseClient,
  site: SiteAtTime,
  options: RunOptions,
): Promise<SiteActivity> {
  const of = { workspace_id: site.workspaceId, site_id: site.siteId };
  const around = {
    ...of,
    since: instantText(site.nowMs - ONLINE_MS),
    until: instantText(site.nowMs + ONLINE_MS),
  };
  const recently = { ...of, since: instantText(site.nowMs - RECENT_MS) };
  type Row = { last_event_at_ms: number | null; online: number };
  const [activity, drops] = await Promise.all([
    runStatement<Row>(client, { query: SQL, params: around }, options),
    runStatement<DropCount>(client, { query: DROPS_SQL, params: recently }, options),
  ]);
  const [row] = activity.data;
  return {
    lastEventAtMs: row?.last_event_at_ms ?? undefined,
    online: row?.online ?? 0,
    recentDrops: drops.data,
  };
}
