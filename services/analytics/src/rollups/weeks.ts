import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { RunStatement } from '../clickhouse/run';
import type { Scope } from '../query/plan';
import { createStatements } from './build-statements';
import { IS_PUBLISHABLE, newBuildId, OF_SITE, type Build } from './segments';
import type { TimeRange, Week } from './sources';

type Site = Pick<Scope, 'workspaceId' | 'siteId'>;

/** Reads the weeks of a site that start in a time range. */
export async function readWeeks(
  run: RunStatement,
  { workspaceId, siteId }: Site,
  { startMs, endMs }: TimeRange,
): Promise<readonly Week[]> {
  const { data } = await run<Week>({
    query: `SELECT toString(build) AS build, arrayMap(part -> toString(part), parts) AS parts FROM rollup_weeks
WHERE ${OF_SITE} AND start >= toDateTime({first:UInt32}, 'UTC') AND start < toDateTime({last:UInt32}, 'UTC')`,
    params: {
      workspace_id: workspaceId,
      site_id: siteId,
      first: Math.max(0, Math.floor(startMs / 1_000)),
      last: Math.ceil(endMs / 1_000),
    },
  });
  return data;
}

/**
 * Returns the builds of each calendar week that lacks its merged counts. A week whose days change is merged when all of them were
 * built again.
 *
 * @param weeksOfDays the days of each week.
 * @param built builds of days that queries read.
 * @param missing time ranges without one.
 */
export function findMissingWeeks(
  weeksOfDays: readonly (readonly TimeRange[])[],
  {
    built,
    missing,
    stored,
  }: {
    readonly built: readonly Build[];
    readonly missing: readonly TimeRange[];
    readonly stored: readonly Week[];
  },
): readonly (readonly Build[])[] {
  const merged = new Set(stored.map(({ parts }) => keyOf(parts)));
  const contains = (day: TimeRange, { startMs, endMs }: TimeRange): boolean =>
    startMs >= day.startMs && endMs <= day.endMs;
  return weeksOfDays
    .filter((days) => !days.some((day) => missing.some((range) => contains(day, range))))
    .map((days) =>
      days.flatMap((day) =>
        built.filter(({ startMs, endMs }) => startMs === day.startMs && endMs === day.endMs),
      ),
    )
    .filter((builds) => builds.length > 1 && !merged.has(keyOf(builds.map(({ build }) => build))));
}

const keyOf = (builds: readonly string[]): string => [...builds].sort().join(' ');

const COUNTS_SQL = `INSERT INTO rollup_week_counts
  (workspace_id, site_id, dimension, key, start, build, visitors, visitor_count, sessions, bounces, pageviews)
SELECT {workspace_id:UInt64}, {site_id:UInt64}, dimension, key, toDateTime({week_start:UInt32}, 'UTC'), {build:UInt64},
  groupBitmapMergeState(visitors), groupBitmapMerge(visitors), sum(sessions), sum(bounces), sum(pageviews)
FROM rollup_range_counts
WHERE ${OF_SITE} AND build IN {parts:Array(UInt64)} AND rollup_range_counts.dimension != ''
  AND rollup_range_counts.start >= toDateTime({week_start:UInt32}, 'UTC') AND rollup_range_counts.start < toDateTime({week_end:UInt32}, 'UTC')
GROUP BY dimension, key`;

/**
 * Last: a week is read when all of its rows are stored. `removeOldRows` deletes the rows of an interrupted one, which is not listed
 * afterwards.
 */
const WEEK_SQL = `INSERT INTO rollup_weeks (workspace_id, site_id, start, build, parts)
SELECT {workspace_id:UInt64}, {site_id:UInt64}, toDateTime({week_start:UInt32}, 'UTC'), {build:UInt64}, {parts:Array(UInt64)}
WHERE ${IS_PUBLISHABLE}
  AND (SELECT count() FROM rollup_week_counts WHERE ${OF_SITE} AND build = {build:UInt64}) > 0`;

/**
 * Merges the counts of builds. If one is replaced or becomes invalid in the meantime, its rows may be missing: a week with such a
 * build is not read.
 *
 * @param beforeStatement ends the work if it rejects.
 */
export async function buildWeek(
  clickhouse: ClickHouseClient,
  { workspaceId, siteId }: Site,
  builds: readonly Build[],
  beforeStatement: () => Promise<void> = () => Promise.resolve(),
): Promise<'published'> {
  const { read, write } = createStatements(clickhouse, {
    workspaceId,
    params: {
      workspace_id: workspaceId,
      site_id: siteId,
      week_start: Math.min(...builds.map(({ startMs }) => startMs)) / 1_000,
      week_end: Math.max(...builds.map(({ endMs }) => endMs)) / 1_000,
      parts: builds.map(({ build }) => BigInt(build)),
    },
    beforeStatement,
  });
  const [now] = await read<{ ms: number }>('SELECT toUnixTimestamp64Milli(now64(3)) AS ms');
  if (!now) throw new Error('The time of ClickHouse has no row.');
  const build = newBuildId(now.ms);
  await write(COUNTS_SQL, { build });
  await write(WEEK_SQL, { build });
  return 'published';
}
