import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';

const MAX_VISITORS = 100;
const MAX_LIMIT = 100;

/** The sessions of some visitors after a moment, in the caller's workspace. */
export function createListTouches({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ListTouches'] {
  return async ({ anonymousIds, afterMs, limit }, call) => {
    const workspaceId = call.workspaceId();
    const problems = [
      ...(anonymousIds.length > MAX_VISITORS
        ? [invalid('anonymousIds', `must be at most ${MAX_VISITORS}`)]
        : []),
      ...(anonymousIds.includes('') ? [invalid('anonymousIds', 'must not be empty')] : []),
      ...(limit < 1 || limit > MAX_LIMIT ? [invalid('limit', `must be 1 to ${MAX_LIMIT}`)] : []),
      ...(afterMs < 0 ? [invalid('afterMs', 'must not be negative')] : []),
    ];
    if (problems.length > 0) throw refusal(problems);
    const visitorIds = [...new Set(anonymousIds.map((id) => visitorKey(workspaceId, id)))];
    const { touches, total } = await store.readTouches(
      { workspaceId, visitorIds, afterMs, limit, nowMs: clock.now() },
      call.signal,
    );
    return { touches: [...touches], total };
  };
}
