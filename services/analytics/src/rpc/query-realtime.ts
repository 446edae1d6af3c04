import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import { planRealtime } from '../domain/realtime/plan-realtime';
import { shapeRealtime } from '../domain/realtime/shape-realtime';
import type { RpcDependencies } from './dependencies';

/** Visitors, sessions and pageviews of the last half hour, by the minute and by one dimension. */
export function createQueryRealtime({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryRealtime'] {
  return async ({ question }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planRealtime(readFrame(question, VISIT_KEYS), asked);
    return shapeRealtime(plan, await store.queryRealtime(plan, call.signal));
  };
}
