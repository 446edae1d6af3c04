import type { ClickHouseClient } from '@clickhouse/client';
import { instantText } from '../domain/time/instant-text';
import { runStatement, type RunOptions } from './run-statement';

/** What became of an event. */
export type Receipt =
  | { readonly status: 'stored' | 'duplicate'; readonly receivedAtMs: number }
  | {
      readonly status: 'dropped';
      readonly receivedAtMs: number;
      readonly reason: string;
      /** `''` but for bots. */
      readonly botReason: string;
    };

/** Which event is asked about, and when (Unix ms). */
export interface ReceiptOf {
  readonly workspaceId: number;
  readonly siteId: number;
  /** UUID. */
  readonly eventId: string;
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
/** How far back an event that arrives may lie, and how far ahead: it is looked for among the days around. */
const [MAX_AGE_MS, MAX_LEAD_MS] = [30 * DAY_MS, DAY_MS];

// Without FINAL: a repeat is a row of its own until its part is merged with the first. Nobody sends an imported event again.
const SQL = `SELECT 'stored' AS kind, if(any(origin) = 'import', 1, count()) AS arrivals, '' AS reason, '' AS bot_reason,
  toUnixTimestamp64Milli(min(received_at)) AS at
FROM events
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND ts >= {oldest:DateTime64(3, 'UTC')} AND ts < {newest:DateTime64(3, 'UTC')}
  AND received_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING count() > 0
UNION ALL
SELECT 'dropped' AS kind, count() AS arrivals, any(d.reason) AS reason, any(d.bot_reason) AS bot_reason,
  toUnixTimestamp64Milli(min(dropped_at)) AS at
FROM dropped_events AS d
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND dropped_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING arrivals > 0`;

interface Row {
  readonly kind: 'stored' | 'dropped';
  readonly arrivals: number;
  readonly reason: string;
  readonly bot_reason: string;
  readonly at: number;
}

/** The receipt of an event of the last seven days; undefined when none is known. @throws AppError, see runStatement. */
export async function readReceipt(
  client: ClickHouseClient,
  { workspaceId, siteId, eventId, nowMs }: ReceiptOf,
  options: RunOptions,
): Promise<Receipt | undefined> {
  const since = nowMs - KEPT_MS;
  const params = {
    workspace_id: workspaceId,
    site_id: siteId,
    event_id: eventId,
    since: instantText(since),
    oldest: instantText(since - MAX_AGE_MS),
    newest: instantText(nowMs + MAX_LEAD_MS),
  };
  const { data } = await runStatement<Row>(client, { query: SQL, params }, options);
  // Sent once more with a fault, a stored event is still stored.
  const row = data.find(({ kind }) => kind === 'stored') ?? data[0];
  if (!row) return undefined;
  const { kind, arrivals, reason, bot_reason: botReason, at: receivedAtMs } = row;
  if (kind === 'dropped') return { status: 'dropped', receivedAtMs, reason, botReason };
  return { status: arrivals > 1 ? 'duplicate' : 'stored', receivedAtMs };
}
