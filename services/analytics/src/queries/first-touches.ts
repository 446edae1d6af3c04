import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { instantText } from '../query/bindings';
import {
  ALL_ARRIVALS,
  chooseTouch,
  countedUntil,
  type FirstTouch,
  type LinkTimes,
  type StoredTouches,
  type TouchEvidence,
} from '../query/first-touch';
import { invalid, requestError } from '../query/problem';

/** A visitor of a workspace, over all of its sites, with its link to an account. */
interface LinkedVisitor {
  /** From `visitorKey`. */
  readonly visitorId: string;
  readonly link: LinkTimes;
}

interface FoundTouch extends FirstTouch {
  readonly firstArrivalMs: number;
}

const FIRST_TOUCHES_SQL = `SELECT
  toString(visitor_id) AS visitorId,
  min(browser_touch) AS browser,
  min(first_arrival) AS first,
  min(trusted_touch) AS trusted,
  toUnixTimestamp64Milli(min(arrived_at)) AS firstArrivalMs,
  max(derived) AS isDerived
FROM first_touches
WHERE workspace_id = {workspace_id:UInt64} AND visitor_id IN {visitor_ids:Array(UInt64)}
GROUP BY visitor_id`;

/** A touch as ClickHouse returns its tuple. */
interface StoredTouch {
  readonly ts: string;
  readonly arrived_at?: string;
  readonly event_id?: string;
  readonly channel: string;
  readonly source: string;
  readonly utm_campaign: string;
  readonly landing: string;
  readonly referrer: string;
  readonly rules_version: number;
  readonly site_id: number;
  readonly country: string;
  readonly utm_source: string;
  readonly utm_medium: string;
}

interface Row {
  readonly visitorId: string;
  readonly browser: StoredTouch;
  readonly first: StoredTouch;
  readonly trusted: StoredTouch;
  readonly firstArrivalMs: number;
  /** 1: the visitor has events with derived sessions, whose columns may change after the touch was recorded. */
  readonly isDerived: number;
}

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
// A browser event that arrived over 24 hours after its time never counts. Only the partitions of 31 days around the touches are
// read: an event arrives up to 30 days late, and the collector derives sessions from events of one more day.
const LAST_ARRIVALS_SQL = `SELECT
  toString(events.session_id) AS sessionId,
  toUnixTimestamp64Milli(max(if(events.received_at > toDateTime64(0, 3, 'UTC'), events.received_at,
    toStartOfDay(now64(3, 'UTC')) - INTERVAL 7 DAY))) AS lastArrivalMs,
  max(events.received_at > events.ts + INTERVAL 1 DAY) AS hasLate
FROM events FINAL
WHERE events.workspace_id = {workspace_id:UInt64} AND ${ON_SITES}
  AND events.visitor_id IN {visitor_ids:Array(UInt64)} AND events.session_id IN {session_ids:Array(UInt64)}
  AND events.ts >= arrayMin({times:Array(DateTime64(3, 'UTC'))}) - INTERVAL 31 DAY
  AND events.ts <= arrayMax({times:Array(DateTime64(3, 'UTC'))}) + INTERVAL 31 DAY
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

/** The first session of one visitor. */
export function createGetFirstTouch(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['GetFirstTouch'] {
  return async ({ anonymousId }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousId === '') throw requestError([invalid('anonymousId', 'must not be empty')]);
    const visitorId = visitorKey(workspaceId, anonymousId);
    const [touch] = await runQuery(dependencies, { name: 'readFirstTouches', signal: call.signal }, (run) =>
      queryFirstTouches(run, workspaceId, [{ visitorId, link: ALL_ARRIVALS }]),
    );
    return { ...(touch ? { found: true, ...touch } : { found: false }), visitorKey: keyBytes(visitorId) };
  };
}

/** The first sessions of many visitors, each for one link. */
export function createListFirstTouches(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListFirstTouches'] {
  return async ({ anonymousIds, links }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousIds.length > BATCH_LIMITS.firstTouches)
      throw requestError([invalid('anonymousIds', `must be at most ${BATCH_LIMITS.firstTouches}`)]);
    if (anonymousIds.includes('')) throw requestError([invalid('anonymousIds', 'must not be empty')]);
    if (links.length > 0 && links.length !== anonymousIds.length)
      throw requestError([invalid('links', 'must have one entry per visitor')]);
    const visitors = anonymousIds.map((anonymousId, index) => ({
      visitorId: visitorKey(workspaceId, anonymousId),
      link: links[index] ?? ALL_ARRIVALS,
    }));
    const touches = await runQuery(dependencies, { name: 'readFirstTouches', signal: call.signal }, (run) =>
      queryFirstTouches(run, workspaceId, visitors),
    );
    // Without links, identity of the previous release expects each visitor once.
    const isListed = (index: number): boolean =>
      links.length > 0 || anonymousIds.indexOf(anonymousIds[index] ?? '') === index;
    return {
      touches: anonymousIds.flatMap((anonymousId, index) => {
        const touch = touches[index];
        if (!touch || !isListed(index)) return [];
        const { arrivedAtMs, eventId, firstArrivalMs, ...session } = touch;
        return [
          {
            anonymousId,
            index,
            touch: { found: true, ...session },
            ...{ eventId, firstArrivalMs },
            ...(arrivedAtMs === undefined ? {} : { arrivedAtMs }),
          },
        ];
      }),
      visitorKeys: visitors.map(({ visitorId }) => keyBytes(visitorId)),
      considersArrival: true,
    };
  };
}

/** The first session of each visitor for its link; undefined without a session. */
export async function queryFirstTouches(
  run: RunStatement,
  workspaceId: number,
  visitors: readonly LinkedVisitor[],
): Promise<(FoundTouch | undefined)[]> {
  if (visitors.length === 0) return [];
  // BigInt, because strings would be quoted within the array.
  const ids = [...new Set(visitors.map(({ visitorId }) => visitorId))].map(BigInt);
  const params = { workspace_id: workspaceId, visitor_ids: ids };
  const { data } = await run<Row>({ query: FIRST_TOUCHES_SQL, params });
  const rows = new Map(data.map((row) => [row.visitorId, { row, stored: storedTouches(row) }]));
  const chosen = visitors.flatMap(({ visitorId, link }, index) => {
    const found = rows.get(visitorId);
    const touch = found && chooseTouch(found.stored, link);
    return touch ? [{ index, visitorId, link, touch, row: found.row }] : [];
  });
  const sessionOf = await derivedSessions(
    run,
    workspaceId,
    chosen.filter(({ row }) => row.isDerived === 1),
  );
  const result: (FoundTouch | undefined)[] = visitors.map(() => undefined);
  for (const { index, visitorId, link, touch, row } of chosen) {
    const { firstArrivalMs } = row;
    const session = sessionOf(visitorId, touch);
    const isInTime = session && session.lastArrivalMs <= countedUntil(link, firstArrivalMs);
    result[index] = { ...touch, ...(isInTime ? session.evidence : {}), firstArrivalMs };
  }
  return result;
}

interface DerivedSession {
  readonly evidence: TouchEvidence;
  /** Last arrival of the session's browser events, Unix milliseconds. NaN if one of them never counts. */
  readonly lastArrivalMs: number;
}

/** Returns a function that returns the session of the event of a touch, as the visitor's other events decide it. */
async function derivedSessions(
  run: RunStatement,
  workspaceId: number,
  touches: readonly { readonly visitorId: string; readonly touch: FirstTouch }[],
): Promise<(visitorId: string, touch: FirstTouch) => DerivedSession | undefined> {
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
  const session_ids = [...new Set([...events.values()].map(({ sessionId }) => BigInt(sessionId)))];
  const arrivals = await run<LastArrival>({
    query: LAST_ARRIVALS_SQL,
    params: { ...params, times, session_ids },
  });
  const lastArrivals = new Map(
    arrivals.data.map(({ sessionId, lastArrivalMs, hasLate }) => [sessionId, hasLate ? NaN : lastArrivalMs]),
  );
  return (visitorId, { firstSeenAtMs, eventId }) => {
    const event = events.get(`${visitorId} ${firstSeenAtMs} ${eventId}`);
    if (!event) return undefined;
    const { visitorId: _visitor, ms: _ms, eventId: _event, sessionId, first: _first, ...evidence } = event;
    return { evidence, lastArrivalMs: lastArrivals.get(sessionId) ?? 0 };
  };
}

function storedTouches({ browser, first, trusted, firstArrivalMs }: Row): StoredTouches {
  return {
    browser: touchOf(browser),
    firstArrival: touchOf(first),
    trusted: touchOf(trusted),
    firstArrivalMs,
  };
}

/** Undefined for the time of the far future that stands for no touch. */
function touchOf(stored: StoredTouch): FirstTouch | undefined {
  const firstSeenAtMs = utcMs(stored.ts);
  if (firstSeenAtMs >= NEVER_MS) return undefined;
  return {
    channel: stored.channel,
    source: stored.source,
    utmCampaign: stored.utm_campaign,
    landing: stored.landing,
    referrer: stored.referrer,
    rulesVersion: stored.rules_version,
    siteId: stored.site_id,
    country: stored.country,
    utmSource: stored.utm_source,
    utmMedium: stored.utm_medium,
    firstSeenAtMs,
    arrivedAtMs: stored.arrived_at === undefined ? undefined : utcMs(stored.arrived_at),
    eventId: stored.event_id ?? '',
  };
}

const NEVER_MS = Date.UTC(2200, 0);

/** ClickHouse returns times in UTC without a zone. */
function utcMs(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** A visitor's stored id as eight opaque bytes, for other services to store. @param id unsigned decimal */
export function keyBytes(id: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes;
}
