import { Bindings, type Statement } from '../query/bindings';
import { bucketSql } from '../query/compile';
import type { Dimension } from '../query/dimensions';
import { filtersSql } from '../query/filters';
import type { VisitPlan } from '../query/plan';
import { OF_SITE } from './segments';
import { buildsSql, ROW_KEYS, SESSION_COUNTS, SHOWN_KEY } from './sources-sql';
import {
  groupColumns,
  groupedPart,
  groupsOf,
  listedKeysSql,
  maxLimit,
  ofListedKeys,
  restRowsSql,
  selectPart,
  type FilteredSelection,
  type RollupPlan,
} from './stats-sql';

/** Whether a plan counts a part of the sessions only. */
export const isFiltered = ({
  rowFilters,
  sessionFilters,
}: Pick<VisitPlan, 'rowFilters' | 'sessionFilters'>) => rowFilters.length + sessionFilters.length > 0;

/** Whether rows of sessions have the values that the filters of a plan test. */
export const filtersSessions = ({ rowFilters }: Pick<VisitPlan, 'rowFilters'>): boolean =>
  rowFilters.every(({ dimension }) => ROW_KEYS.some((key) => key === dimension.key));

/** Counts of the rows of sessions. */
const COUNTS = {
  // Less than the time of bitmaps: no stored ones are merged.
  numbers: 'uniqExactState(number)',
  all_sessions: SESSION_COUNTS.sessions,
  views: 'sum(pageviews)',
  bounced: SESSION_COUNTS.bounces,
} as const;

/**
 * The totals, the series and the breakdowns of a plan with filters, in passes over the rows of its segments' sessions and over all
 * other events. All keys are counted: the rows are exact.
 */
export function compileFilteredStats(
  plan: RollupPlan,
  { breakdowns, withSeries }: FilteredSelection,
): Statement {
  const bindings = new Bindings();
  const dimensions = breakdowns.map(({ dimension }) => dimension);
  const listed = listedKeysSql(breakdowns, bindings);
  const conditions = [
    OF_SITE,
    `build IN ${buildsSql(plan.sources.counted, bindings)}`,
    ...filtersSql([...plan.rowFilters, ...plan.sessionFilters], bindings),
  ];
  const sessions = `FROM rollup_session_rows WHERE ${conditions.join(' AND ')}`;
  const bucket = withSeries ? bucketSql(plan.buckets, bindings).replace('(ts)', '(start)') : undefined;
  const groups = groupsOf(
    dimensions.filter((dimension) => !isPath(dimension)),
    bucket,
  );
  const parts = [
    groupedPart(
      groups,
      { ...COUNTS, ms: 'toInt64(sumIf(duration_ms, session_id = 0))' },
      `SELECT number, session_id, pageviews, bounced, duration_ms${groupColumns(groups)} ${sessions}`,
    ),
    // The durations of sessions with several rows.
    selectPart({
      numbers: 'uniqExactStateIf(toUInt32(0), 0)',
      ...{ all_sessions: 'toUInt64(0)', views: 'toUInt64(0)', bounced: 'toUInt64(0)' },
      ms: 'toInt64(sum(session_ms))',
    }) + `\nFROM (SELECT any(duration_ms) AS session_ms ${sessions} AND session_id > 0 GROUP BY session_id)`,
    restRowsSql(plan, { breakdowns, withSeries }, bindings, 'uniqExact'),
    ...dimensions.filter(isPath).map(
      ({ key }) =>
        selectPart({
          dimension: `'${key}'`,
          shown: SHOWN_KEY,
          ...COUNTS,
          views: 'sum(path_views)',
          ms: 'toInt64(0)',
        }) +
        `\nFROM (SELECT number, session_id, bounced, paths.1 AS key, paths.2 AS path_views
FROM (SELECT number, session_id, bounced, arrayJoin(arrayZip(paths, path_pageviews)) AS paths ${sessions}))
GROUP BY shown`,
    ),
  ];
  return {
    query: `SELECT dimension, bucket, shown AS key, uniqExactMerge(numbers) + sum(others) AS visitors, sum(all_sessions) AS sessions,
  sum(views) AS pageviews, sum(bounced) AS bounces, sum(ms) AS duration_ms, 0 AS beside
FROM (
${parts.join('\nUNION ALL\n')}
)${ofListedKeys(listed)} GROUP BY dimension, bucket, shown
ORDER BY dimension ASC, bucket ASC, visitors DESC, key ASC
LIMIT ${bindings.bind('limit', 'UInt16', maxLimit(breakdowns))} BY dimension, bucket`,
    params: { workspace_id: plan.scope.workspaceId, site_id: plan.scope.siteId, ...bindings.params },
  };
}

/** Rows of sessions have a list of paths. */
const isPath = ({ key }: Dimension): boolean => key === 'pathname';
