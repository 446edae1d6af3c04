import { EVIDENCE } from '@headwater/eventstore/event-columns';
import type { Handlers } from '@headwater/kit/rpc/types';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { instantText } from '../query/bindings';
import { invalid, requestError } from '../query/problem';
import { createPseudonyms, readVisitorKey } from '../query/pseudonyms';

interface Row {
  readonly kind: 'stored' | 'dropped';
  readonly arrivals: number;
  readonly reason: string;
  readonly bot_reason: string;
  readonly field: string;
  readonly message: string;
  readonly at: number;
  /** Name, UTC day and visitor: with its id, the order key of a stored event. */
  readonly key: readonly [name: string, day: string, visitorId: string];
}

interface SessionRow {
  readonly session_id: string;
  readonly channel: string;
  readonly source: string;
  readonly rules_version: number;
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
  toUnixTimestamp64Milli(min(received_at)) AS at,
  argMin((name, toString(toDate(ts)), toString(visitor_id)), received_at) AS key
FROM events
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND ts >= {oldest:DateTime64(3, 'UTC')} AND ts < {newest:DateTime64(3, 'UTC')}
  AND received_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING count() > 0
UNION ALL
SELECT 'dropped' AS kind, count() AS arrivals, argMax(d.reason, d.reason = 'duplicate') AS reason,
  argMax(d.bot_reason, d.reason = 'duplicate') AS bot_reason,
  argMax(d.field, d.reason = 'duplicate') AS field, argMax(d.message, d.reason = 'duplicate') AS message,
  toUnixTimestamp64Milli(min(dropped_at)) AS at, ('', '', '') AS key
FROM dropped_events AS d
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}
  AND dropped_at >= {since:DateTime64(3, 'UTC')} AND event_id = {event_id:UUID}
HAVING arrivals > 0`;

// FINAL: the row with the current session. With the whole order key, it reads one granule per part.
const SESSION_SQL = `SELECT toString(session_id) AS session_id, channel, source, rules_version
FROM events FINAL
WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64} AND name = {name:String}
  AND toDate(ts) = {day:Date} AND visitor_id = {visitor_id:UInt64} AND event_id = {event_id:UUID}`;

/** The receipt of an event that arrived in the last seven days: stored, duplicate, dropped or unknown. */
export function createGetReceipt(dependencies: Dependencies): Handlers<AnalyticsDefinition>['GetReceipt'] {
  return async ({ siteId, eventId, visitorKey }, call) => {
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
    const query = { name: 'readReceipt', signal: call.signal } as const;
    const { stored, dropped, row } = await runQuery(dependencies, query, async (run) => {
      const { data } = await run<Row>({ query: RECEIPT_SQL, params });
      const [stored, dropped] = [data.find(isOf('stored')), data.find(isOf('dropped'))];
      if (!stored || visitorKey.length === 0) return { stored, dropped };
      const [name, day, visitor_id] = stored.key;
      const ofRow = { workspace_id: workspaceId, site_id: siteId, event_id: eventId, name, day, visitor_id };
      const session = await run<SessionRow>({ query: SESSION_SQL, params: ofRow });
      return { stored, dropped, row: session.data[0] };
    });
    const session = row === undefined ? {} : { session: sessionOf(row, readVisitorKey(visitorKey)) };
    // A stored event remains stored when it is sent again with a fault.
    if (stored) {
      const { arrivals, at: receivedAtMs } = stored;
      if (dropped?.reason === 'duplicate')
        return { status: 'duplicate', receivedAtMs, ...causeOf(dropped), ...session };
      return { status: arrivals > 1 ? 'duplicate' : 'stored', receivedAtMs, ...session };
    }
    if (!dropped) return { status: 'unknown' };
    return { status: 'dropped', receivedAtMs: dropped.at, ...causeOf(dropped) };
  };
}

const isOf =
  (kind: Row['kind']) =>
  (row: Row): boolean =>
    row.kind === kind;

function sessionOf(
  { session_id: id, channel, source, rules_version: rulesVersion }: SessionRow,
  visitorKey: Uint8Array,
) {
  return { id: createPseudonyms(visitorKey).ofSession(id), channel, source, rulesVersion };
}

function causeOf({ reason, bot_reason: botReason, field, message }: Row) {
  return {
    reason,
    ...(botReason === '' ? {} : { botReason }),
    ...(field === '' ? {} : { field, message }),
  };
}
