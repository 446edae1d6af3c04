import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { dimensionSql, filtersSql } from '../query/filter-sql';
import { fillSeries } from '../query/fill-series';
import { percent } from '../query/percent';
import { filtersOf, planFrame, type Asked, type FramePlan } from '../query/plan';
import type { Filter, Frame } from '../query/question';
import { bucketSql, keySql, presentSql } from '../query/scope-sql';
import { eventsSql } from '../stats/events-sql';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { stepSql, type Step } from './step';

/** Everything that the statements and the answer about a goal need, decided. */
export interface GoalPlan extends FramePlan {
  readonly goal: Step;
  /** Columns: hold for the conversions and for the visitors that they are measured against. */
  readonly rowFilters: readonly Filter[];
  readonly sessionFilters: readonly Filter[];
  /** Hold for the conversions alone: another visitor's events need not have the property. */
  readonly propertyFilters: readonly Filter[];
}

interface GoalCounts {
  readonly conversions: number;
  readonly visitors: number;
  /** Visitors, whether they reached the goal or not. */
  readonly all_visitors: number;
}

/** What ClickHouse answered to a plan about a goal. */
export interface GoalFindings {
  readonly series: readonly (GoalCounts & { readonly bucket: number })[];
  /** Over the whole window. */
  readonly totals: GoalCounts;
  readonly breakdown: readonly (GoalCounts & { readonly key: string })[];
}

/** Decides how a valid frame is answered with a goal's conversions. */
export function planGoal(frame: Frame, goal: Step, asked: Asked): GoalPlan {
  return {
    ...planFrame(frame, asked),
    goal,
    rowFilters: filtersOf(frame, 'column'),
    sessionFilters: filtersOf(frame, 'session'),
    propertyFilters: filtersOf(frame, 'property'),
  };
}

/** A row for each bucket with any event, and a totals row over the window. */
export function compileGoalSeries(plan: GoalPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket, ${metricsSql(plan, bindings)}`,
      eventsSql(plan, bindings),
      'GROUP BY bucket WITH TOTALS',
    ].join('\n'),
    params: bindings.params,
  };
}

/** The breakdown, by conversions downwards, then by key in byte order. @throws Error when the plan has no dimension. */
export function compileGoalBreakdown(plan: GoalPlan): Statement {
  if (!plan.dimension) throw new Error('A plan without a dimension has no breakdown.');
  const bindings = new Bindings();
  const value = dimensionSql(plan.dimension, bindings);
  const withSessions = plan.dimension.kind === 'session';
  return {
    query: [
      `SELECT ${keySql(plan.dimension, value)} AS key, ${metricsSql(plan, bindings)}`,
      eventsSql(plan, bindings, { withSessions, conditions: presentSql(plan.dimension, value) }),
      'GROUP BY key',
      'HAVING conversions > 0',
      'ORDER BY conversions DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/** Puts the findings into the shape of the proto's QueryGoalResponse. */
export function shapeGoal(plan: GoalPlan, { series, totals, breakdown }: GoalFindings) {
  const rate = percent(totals.visitors, totals.all_visitors);
  return {
    from: formatCalendarDate(plan.window.from),
    to: formatCalendarDate(plan.window.to),
    timezone: plan.window.zone,
    grain: plan.grain,
    conversions: totals.conversions,
    visitors: totals.visitors,
    ...(rate === undefined ? {} : { conversionRate: rate }),
    series: fillSeries(plan, series).map(({ bucket, row }) => ({
      bucket,
      conversions: row?.conversions ?? 0,
      visitors: row?.visitors ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: breakdown.map(({ key, conversions, visitors, all_visitors }) => ({
      key,
      conversions,
      visitors,
      // Those without the property are in no row, so a row's visitors are nearly all converted: no rate of anything.
      ...(plan.dimension?.kind === 'property'
        ? {}
        : { conversionRate: percent(visitors, all_visitors) ?? 0 }),
    })),
  };
}

function metricsSql({ goal, propertyFilters }: GoalPlan, bindings: Bindings): string {
  const reached = [stepSql(goal, bindings), ...filtersSql(propertyFilters, bindings)].join(' AND ');
  return (
    `countIf(${reached}) AS conversions, uniqExactIf(visitor_id, ${reached}) AS visitors, ` +
    'uniqExact(visitor_id) AS all_visitors'
  );
}
