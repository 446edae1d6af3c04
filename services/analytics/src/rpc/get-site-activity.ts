import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';

/** When the site last received an event, who is there now, and what was dropped lately. */
export function createGetSiteActivity({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['GetSiteActivity'] {
  return async ({ siteId }, call) => {
    const workspaceId = call.workspaceId();
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw refusal([invalid('siteId', 'must be a positive integer')]);
    const site = { workspaceId, siteId, nowMs: clock.now() };
    const { lastEventAtMs, online, recentDrops } = await store.readSiteActivity(site, call.signal);
    return {
      ...(lastEventAtMs === undefined ? {} : { lastEventAtMs }),
      online,
      recentDrops: [...recentDrops],
    };
  };
}
