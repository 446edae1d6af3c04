import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { Bindings } from '../query/bindings';
import { bucketSql, eventsWithSessionsSql, scopeSql } from '../query/compile';
import type { Dimension } from '../query/dimensions';
import { filtersSql } from '../query/filters';
import { groupColumns, groupedPart, groupsOf } from './parts-sql';
import { restSql } from './sources-sql';
import type { FilteredSelection, RollupPlan } from './rollup-plan';

/**
 * The rows of the events that no counted segment contains and that pass the filters: for all of them, for each bucket, and for each
 * key.
 *
 * @param numbers the aggregate function of visitors with a number.
 */
export function restRowsSql(
  plan: RollupPlan,
  { withSeries, breakdowns }: FilteredSelection,
  bindings: Bindings,
  numbers: 'groupBitmap' | 'uniqExact' = 'groupBitmap',
): string {
  const dimensions = breakdowns.map(({ dimension }) => dimension);
  const groups = groupsOf(dimensions, withSeries ? bucketSql(plan.buckets, bindings) : undefined);
  const columns = {
    numbers: `${numbers}StateIf(number, number > 0)`,
    others: 'uniqExactIf(visitor_id, number = 0)',
    all_sessions: 'uniqExact(session_id)',
    views: `countIf(name = '${PAGEVIEW}')`,
    bounced: 'uniqExactIf(session_id, is_bounced)',
    ms: 'sum(session_ms)',
    bound: 'uniqExact(visitor_id)',
    in_segment: '0',
  };
  const events = restEventsSql(plan, dimensions, bindings);
  return groupedPart(
    groups,
    columns,
    `SELECT number, visitor_id, session_id, name, is_bounced, session_ms${groupColumns(groups)}
FROM (${filteredSql(plan, events, bindings)})`,
  );
}

/** The events that pass the filters of a plan. The first of them in each session has the session's duration. */
function filteredSql({ rowFilters, sessionFilters }: RollupPlan, events: string, bindings: Bindings): string {
  const conditions = filtersSql([...rowFilters, ...sessionFilters], bindings);
  if (conditions.length === 0) return events;
  return `SELECT * EXCEPT all_ms, if(row_number() OVER (PARTITION BY session_id) = 1, all_ms, 0) AS session_ms
FROM (SELECT * EXCEPT session_ms, sum(session_ms) OVER (PARTITION BY session_id) AS all_ms FROM (${events}))
WHERE ${conditions.join(' AND ')}`;
}

/** The events of the window that no counted segment contains, with the columns of their session. */
export function restEventsSql(
  plan: RollupPlan,
  dimensions: readonly Dimension[],
  bindings: Bindings,
): string {
  const filtered = plan.rowFilters.map(({ dimension }) => dimension);
  const keys = [...dimensions, ...filtered].filter(({ kind }) => kind === 'column').map(({ key }) => key);
  const columns = new Set(['ts', 'name', 'visitor_id', 'session_id', 'pathname', ...keys]);
  const source = restSql(plan.sources, { columns: [...columns], bindings });
  return eventsWithSessionsSql(scopeSql(plan.scope, bindings), source);
}
