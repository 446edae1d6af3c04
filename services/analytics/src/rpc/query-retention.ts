import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import { planRetention, shapeRetention } from '../domain/retention/retention-answer';
import type { RpcDependencies } from './dependencies';
import { withDefaultRange } from './with-default-range';

/** How many visitors came again, week by week. */
export function createQueryRetention({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryRetention'] {
  return async ({ question }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planRetention(readFrame(question && withDefaultRange(question, '84d'), VISIT_KEYS), asked);
    return shapeRetention(plan, await store.queryRetention(plan, call.signal));
  };
}
