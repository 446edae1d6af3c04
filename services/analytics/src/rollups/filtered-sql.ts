import { Bindings, type Statement } from '../query/bindings';
import { filtersSql } from '../query/filters';
import type { VisitPlan } from '../query/plan';
import { restRowsSql } from './rest-sql';
import { OF_SITE } from './segments';
import { sessionRowsParts } from './session-rows-sql';
import { buildsSql, lateRowsSql, ROW_KEYS } from './sources-sql';
import type { FilteredSelection, RollupPlan } from './rollup-plan';
import { listedKeysSql, maxLimit, ofListedKeys } from './stats-sql';

/** Whether a plan counts a part of the sessions only. */
export const isFiltered = ({
  rowFilters,
  sessionFilters,
}: Pick<VisitPlan, 'rowFilters' | 'sessionFilters'>) => rowFilters.length + sessionFilters.length > 0;

/** Whether rows of sessions have the values that the filters of a plan test. */
export const filtersSessions = ({ rowFilters }: Pick<VisitPlan, 'rowFilters'>): boolean =>
  rowFilters.every(({ dimension }) => ROW_KEYS.some((key) => key === dimension.key));

/**
 * The totals, the series and the breakdowns of a plan with filters, in passes over the rows of its segments' sessions and over all
 * other events. All keys are counted: the rows are exact.
 */
export function compileFilteredStats(
  plan: RollupPlan,
  { breakdowns, withSeries }: FilteredSelection,
): Statement {
  const bindings = new Bindings();
  const listed = listedKeysSql(breakdowns, bindings);
  const { counted, late } = plan.sources;
  const conditions = [
    OF_SITE,
    `build IN ${buildsSql(counted, bindings)}`,
    `NOT ${lateRowsSql(late, 'number', bindings)}`,
    ...filtersSql([...plan.rowFilters, ...plan.sessionFilters], bindings),
  ];
  const parts = [
    // Less than the time of bitmaps: no stored ones are merged.
    ...sessionRowsParts(plan, { breakdowns, withSeries }, { conditions, bindings, numbers: 'uniqExact' }),
    restRowsSql(plan, { breakdowns, withSeries }, bindings, 'uniqExact'),
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
