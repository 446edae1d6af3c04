import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { planActivity } from '../domain/activity/plan-activity';
import { shapeActivity } from '../domain/activity/shape-activity';
import type { RpcDependencies } from './dependencies';

/** When many sites last received an event, who is on them now, and their visitors of the last days. */
export function createListSiteActivity({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ListSiteActivity'] {
  return async ({ sites }, call) => {
    const plan = planActivity(sites, { workspaceId: call.workspaceId(), nowMs: clock.now() });
    return { sites: shapeActivity(plan, await store.listSiteActivity(plan, call.signal)) };
  };
}
