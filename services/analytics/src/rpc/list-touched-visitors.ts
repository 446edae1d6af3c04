import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { formatCursor, parseCursor } from '../domain/touches/touched-cursor';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';
import { keyBytes } from './key-bytes';

const MAX_LIMIT = 10_000;

/** Whose events were stored after a moment, over all workspaces. */
export function createListTouchedVisitors({
  store,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ListTouchedVisitors'] {
  return async ({ cursor, limit }, call) => {
    if (limit < 1 || limit > MAX_LIMIT) throw refusal([invalid('limit', `must be 1 to ${MAX_LIMIT}`)]);
    const after = parseCursor(cursor);
    if (cursor !== '' && after === undefined)
      throw refusal([invalid('cursor', 'must be one of an answer before')]);
    const { visitors, next, more } = await store.readTouchedVisitors({ after, limit }, call.signal);
    return {
      visitors: visitors.map(({ workspaceId, visitorId }) => ({
        workspaceId,
        visitorKey: keyBytes(visitorId),
      })),
      cursor: formatCursor(next),
      more,
    };
  };
}
