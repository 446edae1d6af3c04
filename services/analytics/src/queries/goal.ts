import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runCachedQuery } from '../clickhouse/cache';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsSql } from '../query/compile';
import { dimensionSql, keySql, presentSql, VISIT_KEYS } from '../query/dimensions';
import { filtersSql, type Filter } from '../query/filters';
import { filtersOf, planQuery, type QueryContext, type VisitPlan } from '../query/plan';
import { readQuery, type Query } from '../query/read-query';
import { fillSeries, percent, windowFields } from '../query/shape';
import { readStep, stepSql, type Step } from '../query/steps';
import { readVersionOf } from '../rollups/sums-version';
import { withRollups, type Rollup } from '../rollups/with-rollups';
import { countEvents, rollupPlanOf } from './event-rollups';
import type { EventPlan } from './event-statements';
import { queryRollupStats } from './stats-rollups';

/** The plan of a goal's conversions. Row filters are on columns: they apply to conversions and to all visitors alike. */
export interface GoalPlan extends VisitPlan {
  readonly goal: Step;
  /** Apply to conversions only: the events of other visitors may lack the property. */
  readonly propertyFilters: readonly Filter[];
}

interface Conversions {
  readonly conversions: number;
  readonly visitors: number;
}

interface GoalCounts extends Conversions {
  /** Visitors whether they reached the goal or not. */
  readonly all_visitors: number;
}

type SeriesRow = Conversions & { readonly bucket: number };
/** Without all visitors if roll-ups lack them: those of a property, whose rows have no rate. */
type KeyRow = Conversions & Partial<Pick<GoalCounts, 'all_visitors'>> & { readonly key: string };

/** The rows that ClickHouse returned for a plan. */
interface GoalRows {
  readonly series: readonly SeriesRow[];
  /** For the whole window. */
  readonly totals: GoalCounts;
  readonly breakdown: readonly KeyRow[];
}

/** Conversions of a goal: totals, series and breakdown. */
export function createQueryGoal(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryGoal'] {
  return async ({ question, goal, siteTimezone }, call) => {
    const { signal } = call;
    const { rollups } = dependencies;
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planGoal(readQuery(question, VISIT_KEYS), readStep(goal), context);
    const rows = await runCachedQuery(
      dependencies,
      { name: 'queryGoal', plan, signal, readVersion: readVersionOf(rollups, plan) },
      async (run) => {
        const event = eventPlanOf(plan);
        const counted = event && rollupPlanOf(event);
        const found =
          counted &&
          (await withRollups({ run, rollups, signal, siteZone: siteTimezone }, counted, async (rollup) =>
            rollup ? countGoal(run, rollup, event) : undefined,
          ));
        return found ?? queryGoal(run, plan);
      },
    );
    return shapeGoal(plan, rows);
  };
}

export function planGoal(query: Query, goal: Step, context: QueryContext): GoalPlan {
  return {
    ...planQuery(query, context),
    goal,
    rowFilters: filtersOf(query, 'column'),
    sessionFilters: filtersOf(query, 'session'),
    propertyFilters: filtersOf(query, 'property'),
  };
}

/** The analysis of the goal's event; undefined if the goal is no event alone, or if its rows need visitors by a column. */
function eventPlanOf({ goal, dimension, rowFilters, sessionFilters, propertyFilters, ...plan }: GoalPlan) {
  const filters = [...goal.filters, ...rowFilters, ...sessionFilters, ...propertyFilters];
  if (goal.type !== 'event' || filters.length > 0) return undefined;
  if (dimension && dimension.kind !== 'property') return undefined;
  return { ...plan, dimension, name: goal.target, columnFilters: [], propertyFilters: [], rated: false };
}

/** The rows of a goal from roll-ups; undefined if the events must be read instead. */
async function countGoal(run: RunStatement, rollup: Rollup, event: EventPlan): Promise<GoalRows | undefined> {
  const conversions = await countEvents(run, rollup, event);
  if (!conversions) return undefined;
  // Afterwards, so that they contain each visitor with a conversion.
  const visits = await queryRollupStats({ ...rollup, run }, rollup.plan, {
    breakdowns: [],
    withSeries: false,
  });
  const all_visitors = visits.totals?.visitors ?? 0;
  const { series, breakdown, uniqueVisitors } = conversions;
  return {
    series: series.map(({ events, ...row }) => ({ ...row, conversions: events })),
    totals: {
      conversions: series.reduce((sum, { events }) => sum + events, 0),
      visitors: uniqueVisitors,
      all_visitors,
    },
    breakdown: breakdown.map(({ key, events, visitors }) => ({ key, conversions: events, visitors })),
  };
}

async function queryGoal(run: RunStatement, plan: GoalPlan): Promise<GoalRows> {
  const [series, breakdown] = await Promise.all([
    run<SeriesRow & GoalCounts>(compileGoalSeries(plan)),
    plan.dimension && run<KeyRow>(compileGoalBreakdown(plan)),
  ]);
  const totals: GoalCounts = series.totals ?? { conversions: 0, visitors: 0, all_visitors: 0 };
  return { series: series.data, totals, breakdown: breakdown?.data ?? [] };
}

/** A row per bucket with events, and a totals row for the window. */
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

/** The breakdown by conversions descending, then bytewise by key. @throws Error when the plan has no dimension. */
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

function metricsSql({ goal, propertyFilters }: GoalPlan, bindings: Bindings): string {
  const reached = [stepSql(goal, bindings), ...filtersSql(propertyFilters, bindings)].join(' AND ');
  return (
    `countIf(${reached}) AS conversions, uniqExactIf(visitor_id, ${reached}) AS visitors, ` +
    'uniqExact(visitor_id) AS all_visitors'
  );
}

function shapeGoal(plan: GoalPlan, { series, totals, breakdown }: GoalRows) {
  const rate = percent(totals.visitors, totals.all_visitors);
  return {
    ...windowFields(plan),
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
      // Visitors without the property are in no row, so nearly all visitors of a row converted: the rate would mislead.
      ...(plan.dimension?.kind === 'property'
        ? {}
        : { conversionRate: percent(visitors, all_visitors ?? 0) ?? 0 }),
    })),
  };
}
