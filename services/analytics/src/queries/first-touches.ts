import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { isScriptVisitorId } from '@headwater/protos/visitor-id';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import {
  ALL_ARRIVALS,
  chooseTouch,
  countedUntil,
  type FirstTouch,
  type LinkTimes,
  type StoredTouches,
} from '../query/first-touch';
import { invalid, requestError } from '../query/problem';
import { sessionsOfTouches } from './sessions-of-touches';

/** A visitor of a workspace, over all of its sites, with its link to an account. */
interface LinkedVisitor {
  /** From `StoredIds`. */
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

/** The first session of one visitor. */
export function createGetFirstTouch(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['GetFirstTouch'] {
  return async ({ anonymousId }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousId === '') throw requestError([invalid('anonymousId', 'must not be empty')]);
    const { ofVisitor } = await dependencies.storedIds(call.signal);
    const visitorId = ofVisitor(workspaceId, anonymousId);
    const [touch] = await runQuery(dependencies, { name: 'readFirstTouches', signal: call.signal }, (run) =>
      queryFirstTouches(run, workspaceId, [{ visitorId, link: linkOf(anonymousId) }]),
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
    const { ofVisitor } = await dependencies.storedIds(call.signal);
    const visitors = anonymousIds.map((anonymousId, index) => ({
      visitorId: ofVisitor(workspaceId, anonymousId),
      link: linkOf(anonymousId, links[index]),
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

const linkOf = (anonymousId: string, times: LinkTimes = ALL_ARRIVALS): LinkTimes => ({
  ...times,
  isGuessable: !isScriptVisitorId(anonymousId),
});

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
    if (!touch) return [];
    const { row, stored } = found;
    return [{ ...{ index, visitorId, touch, row }, untilMs: countedUntil(link, stored) }];
  });
  const evidenceOf = await sessionsOfTouches(
    run,
    workspaceId,
    chosen
      .filter(({ row }) => row.isDerived === 1)
      .map(({ visitorId, touch, untilMs }) => ({ visitorId, touch, untilMs })),
  );
  const result: (FoundTouch | undefined)[] = visitors.map(() => undefined);
  for (const { index, visitorId, touch, row, untilMs } of chosen) {
    const { firstArrivalMs } = row;
    result[index] = { ...touch, ...evidenceOf({ visitorId, touch, untilMs }), firstArrivalMs };
  }
  return result;
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
