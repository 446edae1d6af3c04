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

/** The number of visitors who completed exactly `level` steps. */
interface LevelRow {
  readonly level: number;
  readonly visitors: number;
}

interface KeyRow {
  readonly key: string;
  readonly entered: number;
  readonly completed: number;
}

/** The rows that ClickHouse returned for a plan. */
interface FunnelRows {
  readonly levels: readonly LevelRow[];
  readonly breakdown: readonly KeyRow[];
}

const HOUR_MS = 3_600_000;
/** Values that order the steps within one millisecond; must exceed the number of steps. */
const ORDER = 32;

/** Visitors per step of a funnel, and a breakdown. */
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
  const [levels, breakdown] = await Promise.all([
    run<LevelRow>(compileFunnel(plan)),
    plan.dimension && run<KeyRow>(compileFunnelBreakdown(plan)),
  ]);
  return { levels: levels.data, breakdown: breakdown?.data ?? [] };
}

/** A row per `level`: the number of visitors who completed so many steps, each strictly later than the previous one. */
export function compileFunnel(plan: FunnelPlan): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT level, count() AS visitors\nFROM (${levelsSql(plan, bindings)})\nGROUP BY level`,
    params: bindings.params,
  };
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
 * windowFunnel does not define an order within one moment. So an event that completes several steps becomes one row per step,
 * and the low digits of the moment sort later steps first: no step follows another one of the same millisecond, and the result
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
    `SELECT ${[`windowFunnel(${window})(${moment}, ${conditions}) AS level`, ...more].join(', ')}`,
    'FROM (',
    `SELECT *, arrayJoin(arrayFilter(n -> n > 0, [${completed.join(', ')}])) AS step`,
    eventsSql(plan, bindings, { withSessions }),
    ')',
    'GROUP BY visitor_id',
  ].join('\n');
}

function shapeFunnel(plan: FunnelPlan, { levels, breakdown }: FunnelRows) {
  return {
    ...windowFields(plan),
    steps: plan.steps.map(({ name }, index) => ({
      name,
      visitors: levels.reduce((sum, { level, visitors }) => sum + (level > index ? visitors : 0), 0),
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: [...breakdown],
  };
}
