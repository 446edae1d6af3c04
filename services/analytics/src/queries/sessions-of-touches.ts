import { EVIDENCE } from '@headwater/eventstore/event-columns';
import type { RunStatement } from '../clickhouse/run';
import { instantText } from '../query/bindings';
import type { FirstTouch, TouchEvidence } from '../query/first-touch';

const ON_SITES =
  'events.site_id IN (SELECT site_id FROM site_activity WHERE workspace_id = {workspace_id:UInt64})';

// Qualified, because the result has columns of the same names.
const TOUCHED_EVENTS_SQL = `SELECT
  toString(events.visitor_id) AS visitorId, toUnixTimestamp64Milli(events.ts) AS ms,
  if(events.origin = 'browser', '', toString(events.event_id)) AS eventId, toString(events.session_id) AS sessionId,
  min((events.channel, events.source, events.utm_campaign, events.landing, events.referrer, events.rules_version,
    events.site_id, events.country, events.utm_source, events.utm_medium)) AS first,
  first.1 AS channel, first.2 AS source, first.3 AS utmCampaign, first.4 AS landing, first.5 AS referrer,
  first.6 AS rulesVersion, first.7 AS siteId, first.8 AS country, first.9 AS utmSource, first.10 AS utmMedium
FROM events FINAL
WHERE events.workspace_id = {workspace_id:UInt64} AND ${ON_SITES}
  AND events.visitor_id IN {visitor_ids:Array(UInt64)} AND events.ts IN {times:Array(DateTime64(3, 'UTC'))}
  AND events.channel != ''
GROUP BY visitorId, ms, eventId, sessionId
ORDER BY first`;

// ClickHouse clears an arrival time at midnight UTC, seven to eight days after it: the latest possible time counts.
const ARRIVAL = `if(events.received_at > toDateTime64(0, 3, 'UTC'), events.received_at,
    toStartOfDay(now64(3, 'UTC')) - INTERVAL 7 DAY)`;

// Only the partitions of 31 days around the touches are read: an event arrives up to 30 days late, and the collector derives
// sessions from events of one more day.
const OF_SESSIONS = `events.workspace_id = {workspace_id:UInt64} AND ${ON_SITES}
  AND events.visitor_id IN {visitor_ids:Array(UInt64)} AND events.session_id IN {session_ids:Array(UInt64)}
  AND events.ts >= arrayMin({times:Array(DateTime64(3, 'UTC'))}) - INTERVAL 31 DAY
  AND events.ts <= arrayMax({times:Array(DateTime64(3, 'UTC'))}) + INTERVAL 31 DAY`;

// A browser event that arrived over 24 hours after its time never counts.
const LAST_ARRIVALS_SQL = `SELECT
  toString(events.session_id) AS sessionId,
  toUnixTimestamp64Milli(max(${ARRIVAL})) AS lastArrivalMs,
  max(events.received_at > events.ts + INTERVAL 1 DAY) AS hasLate
FROM events FINAL
WHERE ${OF_SESSIONS}
  AND events.origin = 'browser'
GROUP BY sessionId`;

interface TouchedEvent extends TouchEvidence {
  readonly visitorId: string;
  readonly ms: number;
  readonly eventId: string;
  readonly sessionId: string;
  readonly first: unknown;
}

interface LastArrival {
  readonly sessionId: string;
  readonly lastArrivalMs: number;
  readonly hasLate: number;
}

/** Max events of a session that are compared. */
const MAX_LANDINGS = 100;

// The own facts of a session's events, in the order in which they decide its landing page; the collector's derive-sessions.ts
// contains the rules. Events that were sent with a token count whenever they arrive.
const LANDINGS_SQL = `WITH
  events.own = '' AS hasOwn,
  multiIf(bitAnd(events.evidence, ${EVIDENCE.derived}) = 0, 0, bitAnd(events.evidence, ${EVIDENCE.landing}) > 0, 1,
    bitAnd(events.evidence, ${EVIDENCE.page}) > 0, 2, 3) AS rank
SELECT
  toString(events.session_id) AS sessionId,
  if(events.origin = 'browser', toUnixTimestamp64Milli(${ARRIVAL}), 0) AS arrivalMs,
  if(hasOwn, events.channel, JSONExtractString(events.own, 'channel')) AS channel,
  if(hasOwn, events.source, JSONExtractString(events.own, 'source')) AS source,
  if(hasOwn, events.utm_campaign, JSONExtractString(events.own, 'utm_campaign')) AS utmCampaign,
  if(hasOwn, events.landing, JSONExtractString(events.own, 'landing')) AS landing,
  if(hasOwn, events.referrer, JSONExtractString(events.own, 'referrer')) AS referrer,
  if(hasOwn, events.rules_version, JSONExtractUInt(events.own, 'rules_version')) AS rulesVersion,
  events.site_id AS siteId,
  if(hasOwn, events.country, JSONExtractString(events.own, 'country')) AS country,
  if(hasOwn, events.utm_source, JSONExtractString(events.own, 'utm_source')) AS utmSource,
  if(hasOwn, events.utm_medium, JSONExtractString(events.own, 'utm_medium')) AS utmMedium
FROM events FINAL
WHERE ${OF_SESSIONS} AND rank < 3 AND arrivalMs <= {until_ms:Int64}
  AND NOT (events.origin = 'browser' AND events.received_at > events.ts + INTERVAL 1 DAY)
ORDER BY rank, events.ts, events.event_id
LIMIT ${MAX_LANDINGS} BY events.session_id`;

interface Landing extends TouchEvidence {
  readonly sessionId: string;
  /** 0: sent with a token. */
  readonly arrivalMs: number;
}

/** A touch of a visitor with derived sessions, for one link. */
interface TouchOfLink {
  readonly visitorId: string;
  readonly touch: FirstTouch;
  /** Browser events that arrived later do not count. Unix milliseconds. */
  readonly untilMs: number;
}

/**
 * Returns a function that returns the evidence of the session of a touch, as the visitor's counted events decide it. Undefined if
 * the touch's own evidence counts.
 */
export async function sessionsOfTouches(
  run: RunStatement,
  workspaceId: number,
  touches: readonly TouchOfLink[],
): Promise<(touch: TouchOfLink) => TouchEvidence | undefined> {
  if (touches.length === 0) return () => undefined;
  const visitor_ids = [...new Set(touches.map(({ visitorId }) => visitorId))].map(BigInt);
  const params = { workspace_id: workspaceId, visitor_ids };
  const times = [...new Set(touches.map(({ touch }) => instantText(touch.firstSeenAtMs)))];
  const { data } = await run<TouchedEvent>({ query: TOUCHED_EVENTS_SQL, params: { ...params, times } });
  const events = new Map<string, TouchedEvent>();
  // In order: among events of the same moment, the smallest values count.
  for (const event of data) {
    const key = `${event.visitorId} ${event.ms} ${event.eventId}`;
    if (!events.has(key)) events.set(key, event);
  }
  const eventOf = ({ visitorId, touch: { firstSeenAtMs, eventId } }: TouchOfLink): TouchedEvent | undefined =>
    events.get(`${visitorId} ${firstSeenAtMs} ${eventId}`);
  const session_ids = [...new Set([...events.values()].map(({ sessionId }) => BigInt(sessionId)))];
  const ofSessions = { ...params, times, session_ids };
  const arrivals = await run<LastArrival>({ query: LAST_ARRIVALS_SQL, params: ofSessions });
  const lastArrivals = new Map(
    arrivals.data.map(({ sessionId, lastArrivalMs, hasLate }) => [sessionId, hasLate ? NaN : lastArrivalMs]),
  );
  const isInTime = ({ sessionId }: TouchedEvent, untilMs: number): boolean =>
    (lastArrivals.get(sessionId) ?? 0) <= untilMs;
  const cut = touches.filter((touch) => {
    const event = eventOf(touch);
    return event !== undefined && !isInTime(event, touch.untilMs);
  });
  const until_ms = Math.min(Math.max(0, ...cut.map(({ untilMs }) => untilMs)), Number.MAX_SAFE_INTEGER);
  const landings =
    cut.length === 0
      ? []
      : (await run<Landing>({ query: LANDINGS_SQL, params: { ...ofSessions, until_ms } })).data;
  return (touch) => {
    const event = eventOf(touch);
    if (!event) return undefined;
    if (isInTime(event, touch.untilMs)) {
      const {
        visitorId: _visitor,
        ms: _ms,
        eventId: _event,
        sessionId: _session,
        first: _first,
        ...evidence
      } = event;
      return evidence;
    }
    const landing = landings.find(
      ({ sessionId, arrivalMs }) => sessionId === event.sessionId && arrivalMs <= touch.untilMs,
    );
    if (!landing) return undefined;
    const { sessionId: _session, arrivalMs: _arrival, ...evidence } = landing;
    return evidence;
  };
}
