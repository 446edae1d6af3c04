import type { Bucket } from '@headwater/kit/calendar/buckets';
import { daysOf, resolveWindow } from '@headwater/kit/calendar/window';
import type { Handlers } from '@headwater/kit/rpc/types';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { RETENTION_GRAINS, type RetentionGrain } from '@headwater/protos/vocabulary';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsSql } from '../query/compile';
import { VISIT_KEYS } from '../query/dimensions';
import { planVisits, type QueryContext, type VisitPlan } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { readQuery, type Query, type RawQuery } from '../query/read-query';
import { windowFields } from '../query/shape';
import { withDefaultRange } from '../query/window';

/** The plan of retention by week or day. Its scope starts before its window: it covers the history of first events. */
export interface RetentionPlan extends VisitPlan {
  /** The weeks or days of the window. */
  readonly buckets: readonly Bucket[];
}

/** Visitors of a cohort with an event in a week or day. Cohort and bucket are the Unix seconds of their starts. */
interface RetentionRow {
  readonly cohort: number;
  readonly bucket: number;
  readonly visitors: number;
}

/** The range of each cohort grain without a window in the request. */
const DEFAULT_RANGES: Readonly<Record<RetentionGrain, string>> = { week: '84d', day: '30d' };

/** Visitors by the week or day of their first event, and how many of them had an event in each following one. */
export function createQueryRetention(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['QueryRetention'] {
  return async ({ question }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planRetention(readRetention(question), context);
    const { data } = await runQuery(dependencies, { name: 'queryRetention', signal: call.signal }, (run) =>
      run<RetentionRow>(compileRetention(plan)),
    );
    return shapeRetention(plan, data);
  };
}

/** @throws AppError with every problem. */
export function readRetention(question: RawQuery | null): Query {
  const cohort = question?.grain ?? 'week';
  const grain = RETENTION_GRAINS.find((each) => each === cohort);
  if (!grain) throw requestError([invalid('grain', `must be one of ${RETENTION_GRAINS.join(', ')}`)]);
  const query = readQuery(
    question && { ...withDefaultRange(question, DEFAULT_RANGES[grain]), grain },
    VISIT_KEYS,
  );
  const { maxRetentionDays } = QUERY_LIMITS;
  if (grain === 'day' && daysOf(query.period) > maxRetentionDays)
    throw requestError([
      invalid('to', `must make a window of at most ${maxRetentionDays} days with cohorts by day`),
    ]);
  return query;
}

export function planRetention(query: Query, context: QueryContext): RetentionPlan {
  const plan = planVisits(query, context);
  const { to, zone } = plan.window;
  // A visitor's first event is searched in the longest window that a query may have.
  const from = to - QUERY_LIMITS.maxDays + 1;
  const history = resolveWindow({ kind: 'dates', from, to }, zone, context.nowMs);
  return { ...plan, scope: { ...plan.scope, startMs: Math.max(0, history.startMs) } };
}

/** A row per cohort and week or day of the window. A visitor with an event before the window belongs to no cohort. */
export function compileRetention(plan: RetentionPlan): Statement {
  const bindings = new Bindings();
  const { scope, buckets, window } = plan;
  const before = scope.startMs < window.startMs ? [{ key: 'before', startMs: scope.startMs }] : [];
  const bucket = bucketSql([...before, ...buckets], bindings);
  return {
    query: [
      'SELECT cohort, bucket, count() AS visitors',
      'FROM (',
      `SELECT min(${bucket}) AS cohort, arrayJoin(groupUniqArray(${bucket})) AS bucket`,
      eventsSql(plan, bindings),
      'GROUP BY visitor_id',
      ')',
      `WHERE cohort >= ${bindings.bind('first', 'UInt64', window.startMs / 1_000)}`,
      'GROUP BY cohort, bucket',
    ].join('\n'),
    params: bindings.params,
  };
}

function shapeRetention(plan: RetentionPlan, rows: readonly RetentionRow[]) {
  const { buckets } = plan;
  const found = new Map(rows.map(({ cohort, bucket, visitors }) => [`${cohort} ${bucket}`, visitors]));
  // A bucket with the same start as the next one is empty: the zone skipped it.
  const starts = buckets.map(({ startMs }, index) =>
    buckets[index + 1]?.startMs === startMs ? undefined : startMs / 1_000,
  );
  return {
    ...windowFields(plan),
    cohorts: buckets.map(({ key }, index) => ({
      bucket: key,
      visitors: starts.slice(index).map((later) => found.get(`${starts[index]} ${later}`) ?? 0),
    })),
  };
}
