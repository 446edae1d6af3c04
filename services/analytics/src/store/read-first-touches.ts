import type { ClickHouseClient } from '@clickhouse/client';
import { runStatement, type RunOptions } from './run-statement';

/** The first session of a visitor. */
export interface FirstTouch {
  readonly channel: string;
  readonly source: string;
  readonly utmCampaign: string;
  readonly landing: string;
  readonly referrer: string;
  /** Unix milliseconds of the first event. */
  readonly firstSeenAtMs: number;
  readonly rulesVersion: number;
  /** 0 when it was not kept; then the others are empty, too. */
  readonly siteId: number;
  readonly country: string;
  readonly utmSource: string;
  readonly utmMedium: string;
}

/** Whose first touches are asked for. */
export interface VisitorsOfWorkspace {
  readonly workspaceId: number;
  /** From `visitorKey`. */
  readonly visitorIds: readonly string[];
}

/** The place is of the touch only when it has its time: rows from before there were places may have lost theirs. */
const SQL = `SELECT
  toString(visitor_id) AS visitorId,
  min(touch) AS first,
  min(place) AS first_place,
  first_place.ts = first.ts AS has_place,
  first.channel AS channel,
  first.source AS source,
  first.utm_campaign AS utmCampaign,
  first.landing AS landing,
  first.referrer AS referrer,
  toUnixTimestamp64Milli(first.ts) AS firstSeenAtMs,
  first.rules_version AS rulesVersion,
  if(has_place, first_place.site_id, 0) AS siteId,
  if(has_place, first_place.country, '') AS country,
  if(has_place, first_place.utm_source, '') AS utmSource,
  if(has_place, first_place.utm_medium, '') AS utmMedium
FROM first_touches
WHERE workspace_id = {workspace_id:UInt64} AND visitor_id IN {visitor_ids:Array(UInt64)}
GROUP BY visitor_id`;

type Row = FirstTouch & { visitorId: string; first: unknown; first_place: unknown; has_place: number };

/** First touches in a workspace, over all of its sites, by visitor id; visitors without any session are left out. */
export async function readFirstTouches(
  client: ClickHouseClient,
  { workspaceId, visitorIds }: VisitorsOfWorkspace,
  options: RunOptions,
): Promise<ReadonlyMap<string, FirstTouch>> {
  if (visitorIds.length === 0) return new Map();
  // As strings they would be quoted within the array.
  const params = { workspace_id: workspaceId, visitor_ids: visitorIds.map(BigInt) };
  const { data } = await runStatement<Row>(client, { query: SQL, params }, options);
  return new Map(
    data.map(({ visitorId, first: _, first_place: _place, has_place: _has, ...touch }) => [visitorId, touch]),
  );
}
