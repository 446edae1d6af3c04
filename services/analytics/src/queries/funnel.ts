import type { Handlers } from '@headwater/kit/rpc/types';
import { FUNNEL_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runCachedQuery } from '../clickhouse/cache';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { eventsSql } from '../query/compile';
import { dimensionSql, keySql, presentSql, VISIT_KEYS } from '../query/dimensions';
import { planVisits, type VisitPlan } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { readQuery } from '../query/read-query';
import { windowFields } from '../query/shape';
import { readStep, stepSql, type Step } from '../query/steps';

/** The plan of a funnel. */
export interface FunnelPlan extends VisitPlan {
  readonly steps: readonly Step[];
  readonly windowMs: number;
}

/** The visitors who completed a step. */
interface StepRow {
  /** Starts at 1. */
  readonly step: number;
  readonly visitors: number;
  /** Median and 90th percentile of their times from the first step, milliseconds. */
  readonly times: readonly [median: number, p90: number];
}

interface KeyRow {
  readonly key: string;
  readonly entered: number;
  readonly completed: number;
}

/** The rows that ClickHouse returned for a plan. */
interface FunnelRows {
  readonly steps: readonly StepRow[];
  readonly breakdown: readonly KeyRow[];
}

const HOUR_MS = 3_600_000;
/** Values that order the steps within one millisecond; must exceed the number of steps. */
const ORDER = 32;

/** Visitors per step of a funnel with their times from the first step, and a breakdown. */
export function createQueryFunnel(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryFunnel'] {
  return async ({ question, steps, windowHours }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const visits = planVisits(readQuery(question, VISIT_KEYS), context);
    const plan = planFunnel(visits, steps.map(readStep), windowHours);
    const rows = await runCachedQuery(
      dependencies,
      { name: 'queryFunnel', plan, signal: call.signal },
      (run) => queryFunnel(run, plan),
    );
    return shapeFunnel(plan, rows);
  };
}

/** @throws AppError `invalid_request` when there are too few or too many steps or hours. */
export function planFunnel(plan: VisitPlan, steps: readonly Step[], windowHours: number): FunnelPlan {
  const { minSteps, maxSteps, minHours, maxHours } = FUNNEL_LIMITS;
  if (steps.length < minSteps || steps.length > maxSteps)
    throw requestError([invalid('steps', `must be ${minSteps} to ${maxSteps}`)]);
  if (!Number.isInteger(windowHours) || windowHours < minHours || windowHours > maxHours)
    throw requestError([invalid('windowHours', `must be a whole number from ${minHours} to ${maxHours}`)]);
  return { ...plan, steps, windowMs: windowHours * HOUR_MS };
}

async function queryFunnel(run: RunStatement, plan: FunnelPlan): Promise<FunnelRows> {
  const [steps, breakdown] = await Promise.all([
    run<StepRow>(compileFunnel(plan)),
    plan.dimension && run<KeyRow>(compileFunnelBreakdown(plan)),
  ]);
  return { steps: steps.data, breakdown: breakdown?.data ?? [] };
}

/** A row per completed step with its visitors and times. Each step is strictly later than the previous one. */
export function compileFunnel(plan: FunnelPlan): Statement {
  const bindings = new Bindings();
  // Most visitors complete at most one step: they have no times.
  const moments = 'if(level > 1, arraySort(groupArray(moment)), []) AS moments';
  return {
    query: [
      'SELECT step, count() AS visitors, quantilesExactInclusive(0.5, 0.9)(durations[step]) AS times',
      'FROM (',
      `WITH ${momentsOfStepsSql(plan).join(',\n  ')}`,
      `SELECT arraySlice([${plan.steps.map((_, index) => `${timeSql(`moment_${index + 1}`)} - ${timeSql('moment_1')}`).join(', ')}], 1, level) AS durations`,
      `FROM (${levelsSql(plan, bindings, moments)})`,
      ')',
      'ARRAY JOIN arrayEnumerate(durations) AS step',
      'GROUP BY step',
    ].join('\n'),
    params: bindings.params,
  };
}

const timeSql = (moment: string): string => `intDiv(${moment}, ${ORDER})`;

/**
 * Expressions for `moment_<n>`, the moment of each completed step. Of several attempts of a visitor, the first one with `level`
 * steps counts, and each of its steps is completed as early as possible.
 *
 * To find its first step in linear time, `ends_<n>` goes from the last step to the first: each moment of step n gets the end of the
 * attempt that continues with the next moment of step n + 1.
 */
function momentsOfStepsSql({ steps, windowMs }: FunnelPlan): readonly string[] {
  const last = steps.length;
  const stepSql = (moment: string): string => `${last} - ${moment} % ${ORDER}`;
  const ends = steps.slice(1).map((_, index) => {
    const step = last - 1 - index;
    const filled = `arrayReverseFill(end -> end > 0 OR level <= ${step}, ends_${step + 1})`;
    return `arrayMap((m, end) -> if(${stepSql('m')} = least(level, ${step}), end, 0), moments, ${filled}) AS ends_${step}`;
  });
  const laterMoments = steps.slice(1).map((_, index) => {
    const step = index + 2;
    return `arrayFirst(m -> m > moment_${step - 1} AND ${stepSql('m')} = ${step}, moments) AS moment_${step}`;
  });
  return [
    `arrayMap(m -> if(${stepSql('m')} = level, ${timeSql('m')}, 0), moments) AS ends_${last}`,
    ...ends,
    `arrayFirst((m, end) -> end > 0 AND end <= ${timeSql('m')} + ${windowMs}, moments, ends_1) AS moment_1`,
    ...laterMoments,
  ];
}

/**
 * The breakdown by the value at each visitor's first entry, by entered descending, then bytewise by key.
 *
 * @throws Error when the plan has no dimension.
 */
export function compileFunnelBreakdown(plan: FunnelPlan): Statement {
  if (!plan.dimension) throw new Error('A plan without a dimension has no breakdown.');
  const bindings = new Bindings();
  const value = dimensionSql(plan.dimension, bindings);
  const entry = `argMinIf(${value}, (ts, ${value}), step = 1) AS entry`;
  return {
    query: [
      `SELECT ${keySql(plan.dimension, 'entry')} AS key, count() AS entered,`,
      `  countIf(level = ${plan.steps.length}) AS completed`,
      `FROM (${levelsSql(plan, bindings, entry)})`,
      `WHERE ${['level > 0', ...presentSql(plan.dimension, 'entry')].join(' AND ')}`,
      'GROUP BY key',
      'ORDER BY entered DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/**
 * One row per visitor: `level`, the number of completed steps.
 *
 * windowFunnel does not define an order within one millisecond. So an event that completes several steps becomes one row per step,
 * and the low digits of its `moment` sort later steps first: no step follows another one of the same millisecond, and the result
 * is deterministic.
 */
function levelsSql(plan: FunnelPlan, bindings: Bindings, ...more: readonly string[]): string {
  const completed = plan.steps.map((step, index) => `if(${stepSql(step, bindings)}, ${index + 1}, 0)`);
  const moment = `toUInt64(toUnixTimestamp64Milli(ts) * ${ORDER} + ${plan.steps.length} - step)`;
  const conditions = plan.steps.map((_, index) => `step = ${index + 1}`).join(', ');
  // Half of ORDER on top, so that the last step may occur in the window's last millisecond, whatever its low digits.
  const window = plan.windowMs * ORDER + ORDER / 2;
  const withSessions = plan.dimension?.kind === 'session';
  return [
    `SELECT ${[`windowFunnel(${window})(${moment} AS moment, ${conditions}) AS level`, ...more].join(', ')}`,
    'FROM (',
    `SELECT *, arrayJoin(arrayFilter(n -> n > 0, [${completed.join(', ')}])) AS step`,
    eventsSql(plan, bindings, { withSessions }),
    ')',
    'GROUP BY visitor_id',
  ].join('\n');
}

/** Seconds with two decimals. */
const toSeconds = (ms: number): number => Math.round(ms / 10) / 100;

function shapeFunnel(plan: FunnelPlan, { steps, breakdown }: FunnelRows) {
  const byStep = new Map(steps.map((row) => [row.step, row]));
  return {
    ...windowFields(plan),
    steps: plan.steps.map(({ name }, index) => {
      const row = byStep.get(index + 1);
      if (!row || index === 0) return { name, visitors: row?.visitors ?? 0 };
      const [median, p90] = row.times;
      return {
        name,
        visitors: row.visitors,
        timeToConvert: { median: toSeconds(median), p90: toSeconds(p90) },
      };
    }),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: [...breakdown],
  };
}
