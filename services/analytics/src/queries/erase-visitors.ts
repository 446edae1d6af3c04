import {
  countErasedRows,
  deleteVisitorEvents,
  type VisitorRows,
} from '@headwater/eventstore/delete-visitor-events';
import { findVisitorsErasedAt, type Erasure } from '@headwater/eventstore/erased-visitors';
import { createBatcher } from '@headwater/kit/batcher';
import type { Handlers } from '@headwater/kit/rpc/types';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clickhouseFailure } from '../clickhouse/errors';
import type { Dependencies } from '../dependencies';
import { invalid, requestError } from '../query/problem';

/**
 * Concurrent erasures of this process, at most one of a workspace. ClickHouse rewrites parts for each one, also after its caller's
 * deadline: without a limit, calls that identity repeats would use all statements of ClickHouse.
 */
const MAX_ERASURES = 4;

/**
 * Concurrent counts of this process, at most one of a workspace. A count reads all tables with visitors. Counts don't wait for deletions,
 * which can take minutes: they must end within the deadline of their caller, which otherwise repeats them.
 */
const MAX_COUNTS = 2;

/**
 * Deletes all rows of some visitors of a workspace until their erasure; with `dryRun` only returns their numbers. A call whose
 * caller has cancelled while it waited for others is not started; a running count is cancelled.
 */
export function createEraseVisitors({
  purge,
  clock,
  storedIds,
}: Dependencies): Handlers<AnalyticsDefinition>['EraseVisitors'] {
  const run = async (erasure: Erasure): Promise<VisitorRows> => {
    await purge.withTopology((topology) => deleteVisitorEvents(purge.clickhouse, erasure, topology));
    // No count: a retry finds no row, and must return the same answer.
    return { events: 0, firstTouches: 0, clickIds: 0, tables: {} };
  };
  const inQueue = createBatcher(
    {
      maxBatchSize: 1,
      maxConcurrentBatches: MAX_ERASURES,
      exclusiveKey: ({ workspaceId }: Erasure) => String(workspaceId),
    },
    (_: 'of all workspaces', erasures) => erasures.map(run),
  );
  const countInQueue = createBatcher(
    {
      maxBatchSize: 1,
      maxConcurrentBatches: MAX_COUNTS,
      exclusiveKey: ({ erasure }: { erasure: Erasure; signal: AbortSignal }) => String(erasure.workspaceId),
    },
    (_: 'of all workspaces', counts) =>
      counts.map(({ erasure, signal }) =>
        purge.withTopology((topology) => countErasedRows(purge.clickhouse, erasure, topology, signal)),
      ),
  );
  return async ({ anonymousIds, dryRun, erasedAtMs = clock.now(), repeat }, call) => {
    const workspaceId = call.workspaceId();
    if (anonymousIds.length > BATCH_LIMITS.firstTouches)
      throw requestError([invalid('anonymousIds', `must be at most ${BATCH_LIMITS.firstTouches}`)]);
    if (anonymousIds.includes('')) throw requestError([invalid('anonymousIds', 'must not be empty')]);
    try {
      const visitorIds = repeat
        ? await findVisitorsErasedAt(purge.clickhouse, { workspaceId, erasedAtMs })
        : await storedIds(call.signal).then(({ ofVisitor }) =>
            anonymousIds.map((id) => ofVisitor(workspaceId, id)),
          );
      const erasure = { workspaceId, visitorIds, erasedAtMs };
      const { tables, ...counts } = await (dryRun
        ? countInQueue('of all workspaces', { erasure, signal: call.signal }, call)
        : inQueue('of all workspaces', erasure, call));
      return { ...counts, rows: { tables } };
    } catch (error) {
      throw clickhouseFailure(error, call.signal);
    }
  };
}
