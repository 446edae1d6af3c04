import type { Bucket } from '@headwater/kit/calendar/buckets';
import { resolveWindow } from '@headwater/kit/calendar/window';
import type { Handlers } from '@headwater/kit/rpc/types';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsSql } from '../query/compile';
import { VISIT_KEYS } from '../query/dimensions';
import { planVisits, type QueryContext, type VisitPlan } from '../query/plan';
import { readQuery, type Query } from '../query/read-query';
import { windowFields } from '../query/shape';
import { withDefaultRange } from '../query/window';

/** The plan of retention by week. Its scope starts before its window: it covers the history of first events. */
export interface RetentionPlan extends VisitPlan {
  /** The weeks of the window. */
  readonly buckets: readonly Bucket[];
}

/** Visitors of a cohort with an event in a week. Cohort and week are the Unix seconds of their starts. */
interface RetentionRow {
  readonly cohort: number;
  readonly week: number;
  readonly visitors: number;
}

const DEFAULT_RANGE = '84d';

/** Visitors by the week of their first event, and how many of them had an event in each following week. */
export function createQueryRetention(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['QueryRetention'] {
  return async ({ question }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const query = readQuery(question && withDefaultRange(question, DEFAULT_RANGE), VISIT_KEYS);
    const plan = planRetention(query, context);
    const { data } = await runQuery(dependencies, { name: 'queryRetention', signal: call.signal }, (run) =>
      run<RetentionRow>(compileRetention(plan)),
    );
    return shapeRetention(plan, data);
  };
}

export function planRetention(query: Query, context: QueryContext): RetentionPlan {
  const plan = planVisits({ ...query, grain: 'week' }, context);
  const { to, zone } = plan.window;
  // A visitor's first event is searched in the longest window that a query may have.
  const from = to - QUERY_LIMITS.maxDays + 1;
  const history = resolveWindow({ kind: 'dates', from, to }, zone, context.nowMs);
  return { ...plan, scope: { ...plan.scope, startMs: Math.max(0, history.startMs) } };
}

/** A row per cohort and week of the window. A visitor with an event before the window belongs to no cohort. */
export function compileRetention(plan: RetentionPlan): Statement {
  const bindings = new Bindings();
  const { scope, buckets, window } = plan;
  const before = scope.startMs < window.startMs ? [{ key: 'before', startMs: scope.startMs }] : [];
  const week = bucketSql([...before, ...buckets], bindings);
  return {
    query: [
      'SELECT cohort, week, count() AS visitors',
      'FROM (',
      `SELECT min(${week}) AS cohort, arrayJoin(groupUniqArray(${week})) AS week`,
      eventsSql(plan, bindings),
      'GROUP BY visitor_id',
      ')',
      `WHERE cohort >= ${bindings.bind('first_week', 'UInt64', window.startMs / 1_000)}`,
      'GROUP BY cohort, week',
    ].join('\n'),
    params: bindings.params,
  };
}

function shapeRetention(plan: RetentionPlan, rows: readonly RetentionRow[]) {
  const { buckets } = plan;
  const found = new Map(rows.map(({ cohort, week, visitors }) => [`${cohort} ${week}`, visitors]));
  return {
    ...windowFields(plan),
    cohorts: buckets.map(({ key, startMs }, index) => ({
      week: key,
      visitors: buckets
        .slice(index)
        .map((later) => found.get(`${startMs / 1_000} ${later.startMs / 1_000}`) ?? 0),
    })),
  };
}
