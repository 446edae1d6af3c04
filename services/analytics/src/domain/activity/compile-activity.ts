import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { bucketSql } from '../query/scope-sql';
import { instantText } from '../time/instant-text';
import type { ActivityPlan, ZoneOfSites } from './plan-activity';

const INSTANT = "DateTime64(3, 'UTC')";
/** As `GetSiteActivity` has it: a sender's clock may run ahead by as much as the window looks back. */
const ONLINE_MS = 5 * 60_000;

/**
 * For each site a row with `bucket` 0, the visitors of all days, and one for each day with any event, `bucket` being the
 * Unix second of its start; `online` tells how many of them are there now. Many sites and zones, one read.
 */
export function compileSiteDays(plan: ActivityPlan): Statement {
  const bindings = new Bindings();
  const instant = (name: string, ms: number): string => bindings.bind(name, INSTANT, instantText(ms));
  const ofSites = scopeOfSites(plan, bindings);
  const start = instant('start', Math.min(...plan.zones.map(({ startMs }) => startMs)));
  const end = instant('end', Math.max(...plan.zones.map(({ endMs }) => endMs)));
  // One multiIf(), however many zones: ClickHouse refuses hundreds of if() within each other.
  const byZone = (of: (zone: ZoneOfSites) => string): string => {
    const cases = plan.zones.map(
      (zone) => `site_id IN ${bindings.bind('zone', 'Array(UInt64)', zone.siteIds)}, ${of(zone)}`,
    );
    return `multiIf(${cases.join(', ')}, 0)`;
  };
  const bucket = byZone(({ days }) => bucketSql(days, bindings));
  const within = byZone(
    ({ startMs, endMs }) => `ts >= ${instant('from', startMs)} AND ts < ${instant('until', endMs)}`,
  );
  const now = `ts > ${instant('since', plan.nowMs - ONLINE_MS)} AND ts <= ${instant('ahead', plan.nowMs + ONLINE_MS)}`;
  return {
    query: [
      `SELECT site_id AS siteId, ${bucket} AS bucket, uniqExact(visitor_id) AS visitors,`,
      `  uniqExactIf(visitor_id, ${now}) AS online`,
      'FROM events FINAL',
      `WHERE ${[...ofSites, `ts >= ${start}`, `ts < ${end}`, `(${within})`].join('\n  AND ')}`,
      'GROUP BY GROUPING SETS ((siteId), (siteId, bucket))',
    ].join('\n'),
    params: bindings.params,
  };
}

/** For each site that ever got an event a row: the Unix millisecond at which the last one arrived. */
export function compileLastEvents(plan: ActivityPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT site_id AS siteId, toUnixTimestamp64Milli(max(last_received_at)) AS lastEventAtMs',
      'FROM site_activity',
      `WHERE ${scopeOfSites(plan, bindings).join('\n  AND ')}`,
      'GROUP BY siteId',
    ].join('\n'),
    params: bindings.params,
  };
}

function scopeOfSites({ workspaceId, siteIds }: ActivityPlan, bindings: Bindings): readonly string[] {
  return [
    `workspace_id = ${bindings.bind('workspace_id', 'UInt64', workspaceId)}`,
    `site_id IN ${bindings.bind('site_ids', 'Array(UInt64)', siteIds)}`,
  ];
}
