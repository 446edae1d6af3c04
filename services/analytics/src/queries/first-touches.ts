import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { instantText } from '../query/bindings';
import { invalid, requestError } from '../query/problem';

/** The first session of a visitor. */
interface FirstTouch {
  readonly channel: string;
  readonly source: string;
  readonly utmCampaign: string;
  readonly landing: string;
  readonly referrer: string;
  /** Unix milliseconds of the first event. */
  readonly firstSeenAtMs: number;
  readonly rulesVersion: number;
  /** 0 when it was not stored; then the columns below are empty, too. */
  readonly siteId: number;
  readonly country: string;
  readonly utmSource: string;
  readonly utmMedium: string;
}

/** Visitors of one workspace, over all of its sites. */
interface Visitors {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
}

// The site, country and tags belong to the touch only if their time is the same: rows from before migration 0005 lack them.
const FIRST_TOUCHES_SQL = `SELECT
  toString(visitor_id) AS visitorId,
  min(touch) AS first,
  min(place) AS first_location,
  first_location.ts = first.ts AS has_location,
  first.channel AS channel,
  first.source AS source,
  first.utm_campaign AS utmCampaign,
  first.landing AS landing,
  first.referrer AS referrer,
  toUnixTimestamp64Milli(first.ts) AS firstSeenAtMs,
  first.rules_version AS rulesVersion,
  if(has_location, first_location.site_id, 0) AS siteId,
  if(has_location, first_location.country, '') AS country,
  if(has_location, first_location.utm_source, '') AS utmSource,
  if(has_location, first_location.utm_medium, '') AS utmMedium,
  max(derived) AS is_derived
FROM first_touches
WHERE workspace_id = {workspace_id:UInt64} AND visitor_id IN {visitor_ids:Array(UInt64)}
GROUP BY visitor_id`;

type Row = FirstTouch & {
  readonly visitorId: string;
  readonly first: unknown;
  readonly first_location: unknown;
  readonly has_location: number;
  /** 1: the visitor has events with derived sessions, whose columns may change after the touch was recorded. */
  readonly is_derived: number;
};

// Qualified, because the result has columns of the same names. Among events of the same moment, the smallest values.
const TOUCHED_EVENTS_SQL = `SELECT
  toString(events.visitor_id) AS visitorId,
  toUnixTimestamp64Milli(events.ts) AS firstSeenAtMs,
  min((events.channel, events.source, events.utm_campaign, events.landing, events.referrer, events.rules_version,
    events.site_id, events.country, events.utm_source, events.utm_medium)) AS first,
  first.1 AS channel, first.2 AS source, first.3 AS utmCampaign, first.4 AS landing, first.5 AS referrer,
  first.6 AS rulesVersion, first.7 AS siteId, first.8 AS country, first.9 AS utmSource, first.10 AS utmMedium
FROM events FINAL
WHERE events.workspace_id = {workspace_id:UInt64}
  AND events.site_id IN (SELECT site_id FROM site_activity WHERE workspace_id = {workspace_id:UInt64})
  AND events.visitor_id IN {visitor_ids:Array(UInt64)} AND events.ts IN {times:Array(DateTime64(3, 'UTC'))}
  AND events.channel != ''
GROUP BY events.visitor_id, events.ts`;

type TouchedEvent = FirstTouch & { readonly visitorId: string; readonly first: unknown };

/** The first session of one visitor. */
export function createGetFirstTouch(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['GetFirstTouch'] {
  return async ({ anonymousId }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousId === '') throw requestError([invalid('anonymousId', 'must not be empty')]);
    const visitorId = visitorKey(workspaceId, anonymousId);
    const touches = await runQuery(dependencies, { name: 'readFirstTouches', signal: call.signal }, (run) =>
      queryFirstTouches(run, { workspaceId, visitorIds: [visitorId] }),
    );
    const touch = touches.get(visitorId);
    return { ...(touch ? { found: true, ...touch } : { found: false }), visitorKey: keyBytes(visitorId) };
  };
}

/** The first sessions of many visitors. */
export function createListFirstTouches(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListFirstTouches'] {
  return async ({ anonymousIds }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousIds.length > BATCH_LIMITS.firstTouches)
      throw requestError([invalid('anonymousIds', `must be at most ${BATCH_LIMITS.firstTouches}`)]);
    if (anonymousIds.includes('')) throw requestError([invalid('anonymousIds', 'must not be empty')]);
    const keys = new Map(
      anonymousIds.map((anonymousId) => [anonymousId, visitorKey(workspaceId, anonymousId)]),
    );
    const touches = await runQuery(dependencies, { name: 'readFirstTouches', signal: call.signal }, (run) =>
      queryFirstTouches(run, { workspaceId, visitorIds: [...keys.values()] }),
    );
    return {
      touches: [...keys].flatMap(([anonymousId, key]) => {
        const touch = touches.get(key);
        return touch ? [{ anonymousId, touch: { found: true, ...touch } }] : [];
      }),
      visitorKeys: anonymousIds.map((id) => keyBytes(visitorKey(workspaceId, id))),
    };
  };
}

/** First sessions by visitor id; visitors without a session are omitted. */
export async function queryFirstTouches(
  run: RunStatement,
  { workspaceId, visitorIds }: Visitors,
): Promise<ReadonlyMap<string, FirstTouch>> {
  if (visitorIds.length === 0) return new Map();
  // BigInt, because strings would be quoted within the array.
  const params = { workspace_id: workspaceId, visitor_ids: visitorIds.map(BigInt) };
  const { data } = await run<Row>({ query: FIRST_TOUCHES_SQL, params });
  const touches = new Map(
    data.map(
      ({
        visitorId,
        first: _,
        first_location: _location,
        has_location: _has,
        is_derived: _derived,
        ...touch
      }) => [visitorId, touch],
    ),
  );
  const derived = data.filter(({ is_derived }) => is_derived === 1);
  for (const { visitorId, first: _, ...touch } of await touchedEvents(run, workspaceId, derived))
    if (touches.get(visitorId)?.firstSeenAtMs === touch.firstSeenAtMs) touches.set(visitorId, touch);
  return touches;
}

/** The events at the times of first touches, with the columns of their sessions. */
async function touchedEvents(
  run: RunStatement,
  workspaceId: number,
  touches: readonly Row[],
): Promise<readonly TouchedEvent[]> {
  if (touches.length === 0) return [];
  const params = {
    workspace_id: workspaceId,
    visitor_ids: touches.map(({ visitorId }) => BigInt(visitorId)),
    times: [...new Set(touches.map(({ firstSeenAtMs }) => instantText(firstSeenAtMs)))],
  };
  return (await run<TouchedEvent>({ query: TOUCHED_EVENTS_SQL, params })).data;
}

/** A visitor's stored id as eight opaque bytes, for other services to store. @param id unsigned decimal */
export function keyBytes(id: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(id));
  return bytes;
}
