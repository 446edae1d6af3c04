import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { planGoal, shapeGoal } from '../domain/goals/goal-answer';
import { readStep } from '../domain/goals/step';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import type { RpcDependencies } from './dependencies';

/** How often a goal was reached, as totals, a series and by one dimension. */
export function createQueryGoal({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryGoal'] {
  return async ({ question, goal }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planGoal(readFrame(question, VISIT_KEYS), readStep(goal), asked);
    return shapeGoal(plan, await store.queryGoal(plan, call.signal));
  };
}
