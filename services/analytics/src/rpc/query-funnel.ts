import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { planFunnel, shapeFunnel } from '../domain/goals/funnel-answer';
import { readStep } from '../domain/goals/step';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import { planStats } from '../domain/stats/plan-stats';
import type { RpcDependencies } from './dependencies';

/** How many visitors went how far through a funnel, in total and by one dimension. */
export function createQueryFunnel({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryFunnel'] {
  return async ({ question, steps, windowHours }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const frame = planStats(readFrame(question, VISIT_KEYS), asked);
    const plan = planFunnel(frame, steps.map(readStep), windowHours);
    return shapeFunnel(plan, await store.queryFunnel(plan, call.signal));
  };
}
