import { FUNNEL_LIMITS } from '@headwater/protos/vocabulary';
import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { dimensionSql } from '../query/filter-sql';
import { invalid, refusal } from '../query/problem';
import { keySql } from '../query/scope-sql';
import { eventsSql } from '../stats/events-sql';
import type { StatsPlan } from '../stats/plan-stats';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { stepSql, type Step } from './step';

/** Everything that the statements and the answer about a funnel need, decided. */
export interface FunnelPlan extends StatsPlan {
  readonly steps: readonly Step[];
  readonly windowMs: number;
}

/** What ClickHouse answered to a plan about a funnel. */
export interface FunnelFindings {
  /** How many visitors came exactly so many steps far. */
  readonly levels: readonly { readonly level: number; readonly visitors: number }[];
  readonly breakdown: readonly {
    readonly key: string;
    readonly entered: number;
    readonly completed: number;
  }[];
}

const HOUR_MS = 3_600_000;
/** Places for the order of steps within one millisecond: more than steps. */
const ORDER = 32;

/** Decides how a plan is answered with a funnel. @throws AppError `invalid_request`. */
export function planFunnel(plan: StatsPlan, steps: readonly Step[], windowHours: number): FunnelPlan {
  const { minSteps, maxSteps, minHours, maxHours } = FUNNEL_LIMITS;
  if (steps.length < minSteps || steps.length > maxSteps)
    throw refusal([invalid('steps', `must be ${minSteps} to ${maxSteps}`)]);
  if (!Number.isInteger(windowHours) || windowHours < minHours || windowHours > maxHours)
    throw refusal([invalid('windowHours', `must be a whole number from ${minHours} to ${maxHours}`)]);
  return { ...plan, steps, windowMs: windowHours * HOUR_MS };
}

/** A row for each `level`: how many visitors took so many steps, each strictly later than the one before. */
export function compileFunnel(plan: FunnelPlan): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT level, count() AS visitors\nFROM (${levelsSql(plan, bindings)})\nGROUP BY level`,
    params: bindings.params,
  };
}

/**
 * The breakdown by the value at each visitor's first entry, by entered downwards, then by key in byte order.
 *
 * @throws Error when the plan has no dimension.
 */
export function compileFunnelBreakdown(plan: FunnelPlan): Statement {
  if (!plan.dimension) throw new Error('A plan without a dimension has no breakdown.');
  const bindings = new Bindings();
  const value = dimensionSql(plan.dimension, bindings);
  const entry = `argMinIf(${value}, (ts, ${value}), step = 1) AS entry`;
  const present = plan.dimension.kind === 'property' ? " AND entry NOT IN ('', '(none)')" : '';
  return {
    query: [
      `SELECT ${keySql(plan.dimension, 'entry')} AS key, count() AS entered,`,
      `  countIf(level = ${plan.steps.length}) AS completed`,
      `FROM (${levelsSql(plan, bindings, entry)})`,
      `WHERE level > 0${present}`,
      'GROUP BY key',
      'ORDER BY entered DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/** Puts the findings into the shape of the proto's QueryFunnelResponse. */
export function shapeFunnel(plan: FunnelPlan, { levels, breakdown }: FunnelFindings) {
  return {
    from: formatCalendarDate(plan.window.from),
    to: formatCalendarDate(plan.window.to),
    timezone: plan.window.zone,
    steps: plan.steps.map(({ name }, index) => ({
      name,
      visitors: levels.reduce((sum, { level, visitors }) => sum + (level > index ? visitors : 0), 0),
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: [...breakdown],
  };
}

/**
 * One row a visitor: `level`, the steps that the visitor took.
 *
 * windowFunnel leaves the order within one moment to chance. So each event that takes several steps becomes a row of
 * each, and the moment's low digits put later steps first: then no step counts as taken after one of the same
 * millisecond, and the answer is one.
 */
function levelsSql(plan: FunnelPlan, bindings: Bindings, ...more: readonly string[]): string {
  const taken = plan.steps.map((step, index) => `if(${stepSql(step, bindings)}, ${index + 1}, 0)`);
  const moment = `toUInt64(toUnixTimestamp64Milli(ts) * ${ORDER} + ${plan.steps.length} - step)`;
  const conditions = plan.steps.map((_, index) => `step = ${index + 1}`).join(', ');
  // Half of the low digits to spare: the last step may come at the window's last millisecond, whatever the digits.
  const window = plan.windowMs * ORDER + ORDER / 2;
  const withSessions = plan.dimension?.kind === 'session';
  return [
    `SELECT ${[`windowFunnel(${window})(${moment}, ${conditions}) AS level`, ...more].join(', ')}`,
    'FROM (',
    `SELECT *, arrayJoin(arrayFilter(n -> n > 0, [${taken.join(', ')}])) AS step`,
    eventsSql(plan, bindings, { withSessions }),
    ')',
    'GROUP BY visitor_id',
  ].join('\n');
}
