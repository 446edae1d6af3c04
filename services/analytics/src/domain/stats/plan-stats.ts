import type { Comparison } from '@headwater/protos/vocabulary';
import { filtersOf, planFrame, type Asked, type FramePlan } from '../query/plan';
import type { Filter, Frame } from '../query/question';
import { comparedPeriod } from '../time/compared-period';

/** Everything that the statements and the answer about visits need, decided. */
export interface StatsPlan extends FramePlan {
  /** Judged on each event; hold for every one that is counted. */
  readonly rowFilters: readonly Filter[];
  /** Judged on the event's session. */
  readonly sessionFilters: readonly Filter[];
}

/** Decides how a valid frame is answered with visits. */
export function planStats(frame: Frame, asked: Asked): StatsPlan {
  return {
    ...planFrame(frame, asked),
    rowFilters: [...filtersOf(frame, 'column'), ...filtersOf(frame, 'property')],
    sessionFilters: filtersOf(frame, 'session'),
  };
}

/** The same question about the earlier days that a plan is compared with; undefined without a comparison. */
export function planCompared(
  plan: StatsPlan,
  frame: Frame,
  comparison: Comparison | undefined,
): StatsPlan | undefined {
  if (comparison === undefined) return undefined;
  const period = comparedPeriod(plan.window, comparison);
  // Two dates need no today.
  return planStats({ ...frame, period }, { workspaceId: plan.scope.workspaceId, nowMs: 0 });
}
