import { addDays } from '../clickhouse/database-work';
import type { RunStatement } from '../clickhouse/run';
import type { VisitPlan } from '../query/plan';
import { chooseSources, countDays, readSegments } from './segments';
import { compileConflicts, type RollupPlan } from './stats-sql';
import type { RollupWorker } from './worker';

/** Whether a plan's numbers can come from roll-ups: they contain no filters and no hours. */
export function canUseRollups({ rowFilters, sessionFilters, grain }: VisitPlan): boolean {
  return rowFilters.length + sessionFilters.length === 0 && grain !== 'hour';
}

interface RollupContext {
  readonly run: RunStatement;
  /** Undefined: queries read events only. */
  readonly rollups: Pick<RollupWorker, 'want'> | undefined;
  /** That of the call, which reports the days. */
  readonly signal: AbortSignal;
}

/**
 * Runs a query with the valid roll-ups of its window.
 *
 * @param query computes the result from the sources of its plan; undefined: from the events only.
 */
export async function withRollups<Result>(
  { run, rollups, signal }: RollupContext,
  plan: VisitPlan,
  query: (rollup: RollupPlan | undefined) => Promise<Result>,
): Promise<Result> {
  if (!rollups || !canUseRollups(plan)) return query(undefined);
  rollups.want(plan);
  let segments = await readSegments(run, plan.scope, plan.window);
  for (;;) {
    const sources = chooseSources(plan.window, segments);
    const rollup = sources.counted.length === 0 ? undefined : { ...plan, sources };
    const result = await query(rollup);
    const excluded = rollup ? await findExcluded(run, rollup) : new Set();
    if (excluded.size === 0) {
      addDays(signal, countDays(plan.window, sources));
      return result;
    }
    segments = segments.filter(({ build }) => !excluded.has(build));
  }
}

/** The builds of a plan that became invalid while its statements ran, and those with a session of a raw range. */
async function findExcluded(run: RunStatement, rollup: RollupPlan): Promise<ReadonlySet<string>> {
  const { counted, beside, raw } = rollup.sources;
  const conflicts = raw.length > 0 ? (await run<{ build: string }>(compileConflicts(rollup))).data : [];
  const valid = new Set((await readSegments(run, rollup.scope, rollup.window)).map(({ build }) => build));
  const changed = [...counted, ...beside].filter(({ build }) => !valid.has(build));
  return new Set([...conflicts, ...changed].map(({ build }) => build));
}
