import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { COMPARISONS, type Comparison } from '@headwater/protos/vocabulary';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { invalid, refusal } from '../domain/query/problem';
import { readFrame } from '../domain/query/read-frame';
import { planCompared, planStats } from '../domain/stats/plan-stats';
import { shapeStats } from '../domain/stats/shape-stats';
import type { RpcDependencies } from './dependencies';

/** Visitors, sessions and pageviews in total, as a series and by one dimension, beside an earlier window's. */
export function createQueryStats({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryStats'] {
  return async ({ question, compare }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const frame = readFrame(question, VISIT_KEYS);
    const plan = planStats(frame, asked);
    const earlier = planCompared(plan, frame, comparisonOf(compare));
    const [findings, totals] = await Promise.all([
      store.queryStats(plan, call.signal),
      earlier && store.queryStatsTotals(earlier, call.signal),
    ]);
    return shapeStats(plan, findings, earlier && totals && { plan: earlier, totals });
  };
}

function comparisonOf(text: string | undefined): Comparison | undefined {
  if (text === undefined) return undefined;
  const known = COMPARISONS.find((comparison) => comparison === text);
  if (!known) throw refusal([invalid('compare', `must be one of ${COMPARISONS.join(', ')}`)]);
  return known;
}
