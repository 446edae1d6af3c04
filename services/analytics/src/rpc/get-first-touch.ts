import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';
import { keyBytes } from './key-bytes';

/** The first session of a visitor in the caller's workspace. */
export function createGetFirstTouch({
  store,
}: RpcDependencies): Handlers<AnalyticsDefinition>['GetFirstTouch'] {
  return async ({ anonymousId }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousId === '') throw refusal([invalid('anonymousId', 'must not be empty')]);
    const visitorId = visitorKey(workspaceId, anonymousId);
    const touches = await store.readFirstTouches({ workspaceId, visitorIds: [visitorId] }, call.signal);
    const touch = touches.get(visitorId);
    return { ...(touch ? { found: true, ...touch } : { found: false }), visitorKey: keyBytes(visitorId) };
  };
}
