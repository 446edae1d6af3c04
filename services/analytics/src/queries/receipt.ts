import { EVIDENCE } from '@headwater/eventstore/event-columns';
import type { Handlers } from '@headwater/kit/rpc/types';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { instantText } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

interface Row {
  readonly kind: 'stored' | 'dropped';
  readonly arrivals: number;
  readonly reason: string;
  readonly bot_reason: string;
  readonly field: string;
  readonly message: string;
  readonly at: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DAY_MS = 86_400_000;
const RETENTION_MS = 7 * DAY_MS;
/** Max difference between an event's own time and its arrival: limits the days to search. */
const MAX_AGE_MS = EVENT_LIMITS.maxAgeDays * DAY_MS;
const MAX_LEAD_MS = EVENT_LIMITS.maxCorrectedLeadHours * 3_600_000;

// Without FINAL: a repeated arrival is a row of its own until its part is merged. A repeated import does not count as arrival,
// nor does a row with a corrected session.
const RECEIPT_SQL = `SELECT 'stored' AS kind,
  if(any(origin) = 'import', 1, greatest(1, countIf(bitAnd(evidence, ${EVIDENCE.corrected}) = 0))) AS arrivals, '' AS reason, '' AS bot_reason,
  '' AS field, '' AS message,
  toUnixTimestamp64Milli(min(received_at)) AS at
FROM events
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND ts >= {oldest:DateTime64(3, 'UTC')} AND ts < {newest:DateTime64(3, 'UTC')}
  AND received_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING count() > 0
UNION ALL
SELECT 'dropped' AS kind, count() AS arrivals, argMax(d.reason, d.reason = 'duplicate') AS reason,
  argMax(d.bot_reason, d.reason = 'duplicate') AS bot_reason,
  argMax(d.field, d.reason = 'duplicate') AS field, argMax(d.message, d.reason = 'duplicate') AS message,
  toUnixTimestamp64Milli(min(dropped_at)) AS at
FROM dropped_events AS d
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND dropped_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING arrivals > 0`;

/** The receipt of an event that arrived in the last seven days: stored, duplicate, dropped or unknown. */
export function createGetReceipt(dependencies: Dependencies): Handlers<AnalyticsDefinition>['GetReceipt'] {
  return async ({ siteId, eventId }, call) => {
    const workspaceId = call.workspaceId();
    if (!UUID.test(eventId)) throw requestError([invalid('eventId', 'must be a UUID')]);
    const nowMs = dependencies.clock.now();
    const params = {
      workspace_id: workspaceId,
      site_id: siteId,
      event_id: eventId,
      since: instantText(nowMs - RETENTION_MS),
      oldest: instantText(nowMs - RETENTION_MS - MAX_AGE_MS),
      newest: instantText(nowMs + MAX_LEAD_MS),
    };
    const { data } = await runQuery(dependencies, { name: 'readReceipt', signal: call.signal }, (run) =>
      run<Row>({ query: RECEIPT_SQL, params }),
    );
    const stored = data.find(({ kind }) => kind === 'stored');
    const dropped = data.find(({ kind }) => kind === 'dropped');
    // A stored event remains stored when it is sent again with a fault.
    if (stored) {
      const { arrivals, at: receivedAtMs } = stored;
      if (dropped?.reason === 'duplicate') return { status: 'duplicate', receivedAtMs, ...causeOf(dropped) };
      return { status: arrivals > 1 ? 'duplicate' : 'stored', receivedAtMs };
    }
    if (!dropped) return { status: 'unknown' };
    return { status: 'dropped', receivedAtMs: dropped.at, ...causeOf(dropped) };
  };
}

function causeOf({ reason, bot_reason: botReason, field, message }: Row) {
  return {
    reason,
    ...(botReason === '' ? {} : { botReason }),
    ...(field === '' ? {} : { field, message }),
  };
}
