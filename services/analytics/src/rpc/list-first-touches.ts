import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';
import { keyBytes } from './key-bytes';

const MAX_VISITORS = 1_000;

/** The first sessions of many visitors in the caller's workspace. */
export function createListFirstTouches({
  store,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ListFirstTouches'] {
  return async ({ anonymousIds }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousIds.length > MAX_VISITORS)
      throw refusal([invalid('anonymousIds', `must be at most ${MAX_VISITORS}`)]);
    if (anonymousIds.includes('')) throw refusal([invalid('anonymousIds', 'must not be empty')]);
    const keys = new Map(
      anonymousIds.map((anonymousId) => [anonymousId, visitorKey(workspaceId, anonymousId)]),
    );
    const touches = await store.readFirstTouches(
      { workspaceId, visitorIds: [...keys.values()] },
      call.signal,
    );
    return {
      touches: [...keys].flatMap(([anonymousId, key]) => {
        const touch = touches.get(key);
        return touch ? [{ anonymousId, touch: { found: true, ...touch } }] : [];
      }),
      visitorKeys: anonymousIds.map((id) => keyBytes(visitorKey(workspaceId, id))),
    };
  };
}
