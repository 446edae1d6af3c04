import { countVisitorRows, deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { findVisitorsErasedAt } from '@headwater/eventstore/erased-visitors';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clickhouseFailure } from '../clickhouse/errors';
import type { Dependencies } from '../dependencies';
import { invalid, requestError } from '../query/problem';

/** Deletes all rows of some visitors of a workspace until their erasure; with `dryRun` only returns their numbers. */
export function createEraseVisitors({
  purge,
  clock,
}: Dependencies): Handlers<AnalyticsDefinition>['EraseVisitors'] {
  return async ({ anonymousIds, dryRun, erasedAtMs = clock.now(), repeat }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousIds.length > BATCH_LIMITS.firstTouches)
      throw requestError([invalid('anonymousIds', `must be at most ${BATCH_LIMITS.firstTouches}`)]);
    if (anonymousIds.includes('')) throw requestError([invalid('anonymousIds', 'must not be empty')]);
    try {
      const visitorIds = repeat
        ? await findVisitorsErasedAt(purge.clickhouse, { workspaceId, erasedAtMs })
        : anonymousIds.map((id) => visitorKey(workspaceId, id));
      const visitors = { workspaceId, visitorIds, erasedAtMs };
      if (dryRun) return await countVisitorRows(purge.clickhouse, visitors);
      await purge.withTopology((topology) => deleteVisitorEvents(purge.clickhouse, visitors, topology));
      // No count: a retry finds no row, and must return the same answer.
      return { events: 0, firstTouches: 0 };
    } catch (error) {
      throw clickhouseFailure(error);
    }
  };
}
