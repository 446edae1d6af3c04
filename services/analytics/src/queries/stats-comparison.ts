import type { RunStatement } from '../clickhouse/run';
import type { BreakdownPlan, Dimension } from '../query/dimensions';
import type { VisitCounts } from '../query/metrics';
import type { VisitPlan } from '../query/plan';
import type { Rollup } from '../rollups/with-rollups';
import { MAX_KEYS_LENGTH, queryBreakdowns, type Breakdown } from './stats-breakdowns';
import { queryRollupStats } from './stats-rollups';
import {
  compileSessionTotals,
  compileStatsTotals,
  totalsOf,
  type SessionTotals,
  type Totals,
} from './stats-totals';

/** The keys of a breakdown to count in the earlier window. */
export interface ComparedKeys {
  readonly dimension: Dimension;
  readonly keys: readonly string[];
}

/** The plan of the earlier window of a comparison. */
export interface ComparedPlan extends VisitPlan {
  /** Of distinct dimensions. */
  readonly compared: readonly ComparedKeys[];
}

/** The totals of the earlier window, and by dimension the rows of those of the plan's keys that have events. */
export interface ComparedRows {
  readonly totals: Totals;
  readonly breakdowns: readonly { readonly dimension: string; readonly rows: Breakdown }[];
}

/** Counts the totals and the keys of a plan: from roll-ups with one statement, unless the keys are very long. */
export async function queryComparison(
  run: RunStatement,
  plan: ComparedPlan,
  rollup?: Rollup,
): Promise<ComparedRows> {
  const [first = [], ...others] = batchesOf(plan.compared);
  const found = new Map<string, Breakdown>();
  let totals = rollup ? undefined : await queryEventTotals(run, plan);
  for (const breakdowns of [first, ...others]) {
    const counted = rollup
      ? await queryRollupStats({ ...rollup, run }, rollup.plan, { breakdowns, withSeries: false })
      : { totals, breakdowns: await queryBreakdowns(run, plan, breakdowns) };
    totals ??= totalsOf(counted.totals, counted.totals);
    for (const [index, { dimension }] of breakdowns.entries())
      found.set(dimension.key, joined(found.get(dimension.key), counted.breakdowns[index]));
  }
  return {
    totals: totals ?? totalsOf(undefined, undefined),
    breakdowns: [...found].map(([dimension, rows]) => ({ dimension, rows })),
  };
}

async function queryEventTotals(run: RunStatement, plan: VisitPlan): Promise<Totals> {
  const [counts, sessions] = await Promise.all([
    run<VisitCounts>(compileStatsTotals(plan)),
    run<SessionTotals>(compileSessionTotals(plan), { groupsSpill: true }),
  ]);
  return totalsOf(counts.data[0], sessions.data[0]);
}

/** The rows of two batches of a breakdown. */
function joined(before: Breakdown = [], rows: Breakdown = []): Breakdown {
  if (typeof before === 'string') return before;
  return typeof rows === 'string' ? rows : [...before, ...rows];
}

/** The breakdowns of each statement: its keys fit into a parameter. Each breakdown has a row for each of its keys. */
export function batchesOf(compared: readonly ComparedKeys[]): readonly (readonly BreakdownPlan[])[] {
  const batches: Map<Dimension, string[]>[] = [];
  let length = Infinity;
  for (const { dimension, keys } of compared)
    for (const key of keys) {
      length += key.length + 1;
      if (length > MAX_KEYS_LENGTH) {
        batches.push(new Map());
        length = key.length + 1;
      }
      const batch = batches.at(-1);
      batch?.set(dimension, [...(batch.get(dimension) ?? []), key]);
    }
  return batches.map((batch) =>
    [...batch].map(([dimension, keys]) => ({ dimension, keys, limit: keys.length })),
  );
}
