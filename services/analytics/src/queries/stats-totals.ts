import { Bindings, type Statement } from '../query/bindings';
import { bouncesSql, eventsSql, scopeSql } from '../query/compile';
import { filtersSql } from '../query/filters';
import { VISIT_METRICS_SQL, type VisitCounts } from '../query/metrics';
import type { VisitPlan } from '../query/plan';

/** The row of `compileSessionTotals`. */
export interface SessionTotals {
  readonly bounces: number;
  readonly duration_ms: number;
}

/** The totals of a window. */
export type Totals = VisitCounts & SessionTotals;

export const NO_VISITS: VisitCounts = { visitors: 0, sessions: 0, pageviews: 0 };

/** The totals of a window. Without rows, it has no events. */
export function totalsOf(counts: VisitCounts | undefined, sessionTotals: SessionTotals | undefined): Totals {
  const { visitors, sessions, pageviews } = counts ?? NO_VISITS;
  const { bounces, duration_ms } = sessionTotals ?? { bounces: 0, duration_ms: 0 };
  return { visitors, sessions, pageviews, bounces, duration_ms };
}

/** One row with the totals only, for the earlier window of a comparison. */
export function compileStatsTotals(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  return { query: `SELECT ${VISIT_METRICS_SQL}\n${eventsSql(plan, bindings)}`, params: bindings.params };
}

/** One row: `bounces` and the sum of `duration_ms` of the sessions with at least one counted event. */
export function compileSessionTotals(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  const scope = scopeSql(plan.scope, bindings);
  const sessions = bouncesSql(scope, { having: filtersSql(plan.rowFilters, bindings) });
  const conditions = filtersSql(plan.sessionFilters, bindings);
  return {
    query: [
      'SELECT countIf(bounced) AS bounces, sum(duration_ms) AS duration_ms',
      `FROM (${sessions})`,
      ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ].join('\n'),
    params: bindings.params,
  };
}
