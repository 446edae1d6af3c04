import { toAppError } from '@headwater/kit/errors';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, UNLOGGED_VALUES, type Statement } from '../query/bindings';
import { bouncedSessionsSql, eventsSql, scopeSql } from '../query/compile';
import { dimensionSql, keySql, presentSql, type BreakdownPlan, type Dimension } from '../query/dimensions';
import { VISIT_METRICS_SQL, type VisitCounts } from '../query/metrics';
import { filtersSql } from '../query/filters';
import type { VisitPlan } from '../query/plan';

/** One row of a breakdown without bounces. */
export type CountsRow = VisitCounts & { readonly key: string };

/** One row of a breakdown. */
export type StatsKeyRow = CountsRow & { readonly bounces: number };

type TooHeavy = 'query_too_heavy';

/** The rows of a breakdown, or the code of its error. */
export type Breakdown = readonly StatsKeyRow[] | TooHeavy;

/** The rows of breakdowns without bounces. */
type Counted = ReadonlyMap<Dimension, readonly CountsRow[]>;

/**
 * Returns the rows of each breakdown. A breakdown that exceeds a limit does not affect the others. The statements run one
 * after the other: a call needs no more memory than with one dimension, and each statement uses all cores.
 *
 * @param breakdowns of distinct dimensions, because ClickHouse would confuse two equal grouping sets.
 */
export async function queryBreakdowns(
  run: RunStatement,
  plan: VisitPlan,
  breakdowns: readonly BreakdownPlan[],
): Promise<Breakdown[]> {
  const found = new Map<string, Breakdown>();
  const counted = new Map<Dimension, readonly CountsRow[]>();
  for (const breakdown of withSharedBounces(plan, breakdowns)) {
    const { dimension } = breakdown;
    const rows = await rowsOf<CountsRow>(run, compileStatsCounts({ ...plan, ...breakdown }));
    if (rows === 'query_too_heavy') found.set(dimension.key, rows);
    else if (keysLength(rows) <= MAX_KEYS_LENGTH) counted.set(dimension, rows);
  }
  if (counted.size > 0) {
    const bounces = await rowsOf<BouncesRow>(run, compileBounces(plan, counted));
    for (const [index, [{ key }, rows]] of [...counted].entries())
      found.set(key, bounces === 'query_too_heavy' ? bounces : addBounces(rows, bounces, index));
  }
  for (const breakdown of breakdowns)
    if (!found.has(breakdown.dimension.key))
      found.set(breakdown.dimension.key, await rowsOf(run, compileStatsBreakdown({ ...plan, ...breakdown })));
  return breakdowns.map(({ dimension }) => found.get(dimension.key) ?? []);
}

/** The breakdowns whose bounces one statement counts: several, without a join of each event with its session. */
function withSharedBounces(plan: VisitPlan, breakdowns: readonly BreakdownPlan[]): readonly BreakdownPlan[] {
  const shared = breakdowns.filter(({ dimension }) => !joinsSessions({ ...plan, dimension }));
  return shared.length > 1 ? shared : [];
}

/** Max length of the keys of a breakdown that are bound in a statement: ClickHouse accepts parameters of up to 128 KiB. */
export const MAX_KEYS_LENGTH = 8_192;

const keysLength = (rows: readonly CountsRow[]): number =>
  rows.reduce((length, { key }) => length + key.length, 0);

/** The rows of a statement, or the code of its error if it exceeds a limit. @throws any other error. */
export async function rowsOf<Row>(
  run: RunStatement,
  statement: Statement,
  options: Parameters<RunStatement>[1] = {},
): Promise<Row[] | TooHeavy> {
  return orTooHeavy(run<Row>(statement, options).then(({ data }) => data));
}

/** A result, or the code of its error if it exceeds a limit. @throws any other error. */
export async function orTooHeavy<Result>(result: Promise<Result>): Promise<Result | TooHeavy> {
  try {
    return await result;
  } catch (error) {
    const { code } = toAppError(error);
    if (code === 'query_too_heavy') return code;
    throw error;
  }
}

/** Bounces of a key of the dimension with this index. */
interface BouncesRow {
  readonly dimension: number;
  readonly key: string;
  readonly bounces: number;
}

function addBounces(
  rows: readonly CountsRow[],
  bounces: readonly BouncesRow[],
  index: number,
): StatsKeyRow[] {
  const byKey = new Map(
    bounces.filter(({ dimension }) => dimension === index).map((row) => [row.key, row.bounces]),
  );
  // Events that were stored between the statements can add bounces, but no sessions.
  return rows.map((row) => ({ ...row, bounces: Math.min(byKey.get(row.key) ?? 0, row.sessions) }));
}

/** Whether a breakdown needs the first and last page of each event's session. */
const joinsSessions = ({ dimension, sessionFilters }: VisitPlan): boolean =>
  dimension?.kind === 'session' || sessionFilters.length > 0;

/** A plan with the keys of its breakdown. */
type BreakdownOf = VisitPlan & Pick<BreakdownPlan, 'keys'>;

/** The breakdown by the plan's dimension, by visitors descending, then bytewise by key. @throws Error without a dimension. */
export function compileStatsBreakdown(plan: BreakdownOf): Statement {
  const bindings = new Bindings();
  if (joinsSessions(plan)) return selectBreakdown(plan, bindings, 'uniqExactIf(session_id, bounced)');
  const bounced = bouncedSessionsSql(scopeSql(plan.scope, bindings));
  return selectBreakdown(plan, bindings, `uniqExactIf(session_id, session_id IN (${bounced}))`);
}

/** The breakdown by the plan's dimension without bounces. @throws Error without a dimension. */
export function compileStatsCounts(plan: BreakdownOf): Statement {
  return selectBreakdown(plan, new Bindings());
}

/** @param bounces SQL of the bounces of a key; undefined: the rows have none. */
function selectBreakdown(plan: BreakdownOf, bindings: Bindings, bounces?: string): Statement {
  const { dimension, keys } = plan;
  if (!dimension) throw new Error('A plan without a dimension has no breakdown.');
  const value = dimensionSql(dimension, bindings);
  const ofKeys = keys ? filtersSql([{ dimension, operator: 'is', values: keys }], bindings) : [];
  const conditions = [...presentSql(dimension, value), ...ofKeys];
  const joined = joinsSessions(plan) ? (bounces === undefined ? 'withSessions' : 'withBounces') : undefined;
  return {
    query: [
      `SELECT ${keySql(dimension, value)} AS key, ${VISIT_METRICS_SQL}${bounces === undefined ? '' : `, ${bounces} AS bounces`}`,
      eventsSql(plan, bindings, { ...(joined ? { [joined]: true } : {}), conditions }),
      'GROUP BY key',
      'ORDER BY visitors DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/** A row with the `bounces` of each `key` of some breakdowns, with the index of its `dimension`, in one pass over the events. */
export function compileBounces(plan: VisitPlan, counted: Counted): Statement {
  const bindings = new Bindings();
  const breakdowns = [...counted].map(([dimension, rows], index) => ({
    name: `key_${index}`,
    sql: keySql(dimension, dimensionSql(dimension, bindings)),
    keys: bindings.bind(
      UNLOGGED_VALUES,
      'Array(String)',
      rows.map(({ key }) => key),
    ),
  }));
  const names = breakdowns.map(({ name }) => name).join(', ');
  // The bits of grouping() are those of the names, in their order; that of the name in the grouping set is 0.
  const all = 2 ** breakdowns.length - 1;
  const codes = breakdowns.map((_, index) => all - 2 ** (breakdowns.length - 1 - index));
  const bounced = bouncedSessionsSql(scopeSql(plan.scope, bindings));
  return {
    query: [
      `SELECT indexOf([${codes.join(', ')}], grouping(${names})) - 1 AS dimension, arrayStringConcat([${names}]) AS key,`,
      `  uniqExact(session_id) AS bounces, ${breakdowns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')}`,
      eventsSql(plan, bindings, { conditions: [`session_id IN (${bounced})`] }),
      `GROUP BY GROUPING SETS (${breakdowns.map(({ name }) => `(${name})`).join(', ')})`,
      `HAVING ${breakdowns.map(({ name, keys }) => `has(${keys}, ${name})`).join(' OR ')}`,
    ].join('\n'),
    params: bindings.params,
  };
}
