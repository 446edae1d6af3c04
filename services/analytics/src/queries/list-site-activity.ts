import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql } from '../query/compile';
import type { QueryContext } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { fillSeries } from '../query/shape';
import { ONLINE_MS } from './site-activity';

interface SiteInZone {
  readonly siteId: number;
  readonly timezone: string;
}

/** Sites whose days have the same dates and the same starts, from one or several time zones. */
interface ZoneGroup {
  readonly siteIds: readonly number[];
  readonly days: readonly Bucket[];
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The plan of the activity of many sites. */
interface ActivityPlan extends QueryContext {
  /** In the order of the request. */
  readonly siteIds: readonly number[];
  /** At least one. */
  readonly zones: readonly ZoneGroup[];
}

/** Visitors of a site on one day. `bucket`: Unix second of the day's start; 0: all days. */
interface DayRow {
  readonly siteId: number;
  readonly bucket: number;
  readonly visitors: number;
  readonly online: number;
}

interface LastEventRow {
  readonly siteId: number;
  readonly lastEventAtMs: number;
}

/** Calendar days per site, including today. */
const DAYS = 30;
const { sites: MAX_SITES } = BATCH_LIMITS;

/** The last arrival, the visitors online and the daily visitors of many sites. */
export function createListSiteActivity(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ListSiteActivity'] {
  return async ({ sites }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planActivity(sites, context);
    const [days, lastEvents] = await runQuery(
      dependencies,
      { name: 'listSiteActivity', signal: call.signal },
      (run) => Promise.all([run<DayRow>(compileSiteDays(plan)), run<LastEventRow>(compileLastEvents(plan))]),
    );
    return { sites: shapeActivity(plan, days.data, lastEvents.data) };
  };
}

/** @throws AppError `invalid_request` */
export function planActivity(sites: readonly SiteInZone[], context: QueryContext): ActivityPlan {
  const siteIds = sites.map(({ siteId }) => siteId);
  if (sites.length === 0 || sites.length > MAX_SITES)
    throw requestError([invalid('sites', `must be 1 to ${MAX_SITES}`)]);
  if (!siteIds.every((id) => Number.isSafeInteger(id) && id > 0) || new Set(siteIds).size < siteIds.length)
    throw requestError([invalid('sites', 'must have positive integers as ids, each once')]);
  const zones = [...new Set(sites.map(({ timezone }) => timezone))];
  if (!zones.every(isTimeZone)) throw requestError([invalid('sites', 'must have names of IANA time zones')]);
  return {
    ...context,
    siteIds,
    zones: mergeEqualDays(
      zones.map((zone) => {
        const { startMs, endMs, ...window } = resolveWindow(
          { kind: 'range', days: DAYS },
          zone,
          context.nowMs,
        );
        return {
          siteIds: sites.filter(({ timezone }) => timezone === zone).map(({ siteId }) => siteId),
          days: bucketsOf({ ...window, startMs, endMs }, 'day'),
          startMs,
          endMs,
        };
      }),
    ),
  };
}

/** Merges zones with equal days. Of hundreds of zones about fifty remain: few enough for one statement. */
function mergeEqualDays(zones: readonly ZoneGroup[]): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup>();
  for (const { siteIds, ...days } of zones) {
    const key = JSON.stringify(days);
    groups.set(key, { ...days, siteIds: [...(groups.get(key)?.siteIds ?? []), ...siteIds] });
  }
  return [...groups.values()];
}

/**
 * Per site a row with `bucket` 0 for all days, and one per day with events, `bucket` being the Unix second of its start.
 * `online` counts the visitors online. One statement for many sites and zones.
 */
export function compileSiteDays(plan: ActivityPlan): Statement {
  const bindings = new Bindings();
  const sites = sitesSql(plan, bindings);
  const start = bindings.instant('start', Math.min(...plan.zones.map(({ startMs }) => startMs)));
  const end = bindings.instant('end', Math.max(...plan.zones.map(({ endMs }) => endMs)));
  // One multiIf() for all zones: ClickHouse rejects hundreds of nested if().
  const byZone = (sqlOf: (zone: ZoneGroup) => string): string => {
    const cases = plan.zones.map(
      (zone) => `site_id IN ${bindings.bind('zone', 'Array(UInt64)', zone.siteIds)}, ${sqlOf(zone)}`,
    );
    return `multiIf(${cases.join(', ')}, 0)`;
  };
  const bucket = byZone(({ days }) => bucketSql(days, bindings));
  const within = byZone(
    ({ startMs, endMs }) =>
      `ts >= ${bindings.instant('from', startMs)} AND ts < ${bindings.instant('until', endMs)}`,
  );
  const online = `ts > ${bindings.instant('since', plan.nowMs - ONLINE_MS)} AND ts <= ${bindings.instant('ahead', plan.nowMs + ONLINE_MS)}`;
  return {
    query: [
      `SELECT site_id AS siteId, ${bucket} AS bucket, uniqExact(visitor_id) AS visitors,`,
      `  uniqExactIf(visitor_id, ${online}) AS online`,
      'FROM events FINAL',
      `WHERE ${[...sites, `ts >= ${start}`, `ts < ${end}`, `(${within})`].join('\n  AND ')}`,
      'GROUP BY GROUPING SETS ((siteId), (siteId, bucket))',
    ].join('\n'),
    params: bindings.params,
  };
}

/** A row per site that ever received an event: the Unix millisecond of the last arrival. */
function compileLastEvents(plan: ActivityPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT site_id AS siteId, toUnixTimestamp64Milli(max(last_received_at)) AS lastEventAtMs',
      'FROM site_activity',
      `WHERE ${sitesSql(plan, bindings).join('\n  AND ')}`,
      'GROUP BY siteId',
    ].join('\n'),
    params: bindings.params,
  };
}

function sitesSql({ workspaceId, siteIds }: ActivityPlan, bindings: Bindings): readonly string[] {
  return [
    `workspace_id = ${bindings.bind('workspace_id', 'UInt64', workspaceId)}`,
    `site_id IN ${bindings.bind('site_ids', 'Array(UInt64)', siteIds)}`,
  ];
}

/** One entry per site, in the order of the request, with all its days. */
function shapeActivity(plan: ActivityPlan, days: readonly DayRow[], lastEvents: readonly LastEventRow[]) {
  const lastEventOf = new Map(lastEvents.map(({ siteId, lastEventAtMs }) => [siteId, lastEventAtMs]));
  const rowsOf = new Map<number, DayRow[]>();
  for (const row of days) rowsOf.set(row.siteId, [...(rowsOf.get(row.siteId) ?? []), row]);
  const daysOf = new Map(plan.zones.flatMap((zone) => zone.siteIds.map((id) => [id, zone.days])));
  return plan.siteIds.map((siteId) => {
    const lastEventAtMs = lastEventOf.get(siteId);
    const rows = rowsOf.get(siteId) ?? [];
    const total = rows.find(({ bucket }) => bucket === 0);
    return {
      siteId,
      ...(lastEventAtMs === undefined ? {} : { lastEventAtMs }),
      online: total?.online ?? 0,
      visitors: total?.visitors ?? 0,
      days: fillSeries({ buckets: daysOf.get(siteId) ?? [] }, rows).map(({ bucket, row }) => ({
        day: bucket,
        visitors: row?.visitors ?? 0,
      })),
    };
  });
}
