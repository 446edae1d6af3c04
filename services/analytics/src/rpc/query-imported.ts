import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { planImported, shapeImported } from '../domain/imported/imported-answer';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import type { RpcDependencies } from './dependencies';

/** What other products counted on the days of a window, as it was imported. */
export function createQueryImported({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryImported'] {
  return async ({ question }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planImported(readFrame(question, VISIT_KEYS), asked);
    return shapeImported(plan, await store.queryImported(plan, call.signal));
  };
}
