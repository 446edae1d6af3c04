import { findErasedVisitors } from '@headwater/eventstore/erased-visitors';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { eventsOf, splitLines, type BatchEvent } from './batch-events';
import type { Deliver } from './deliver-batch';

/** An event before it is stored. */
type UnstoredEvent = Pick<BatchEvent, 'workspaceId' | 'visitorKey' | 'ts' | 'receivedAt'>;

/** Returns for each event whether it is erased. @throws the client's error, unchanged. */
export type FindErased = (
  events: readonly UnstoredEvent[],
  signal: AbortSignal,
) => Promise<readonly boolean[]>;

/** An event is erased if it happened or arrived before the erasure of its visitor. Later ones belong to an unlinked visitor. */
export function createFindErased(client: ClickHouseClient): FindErased {
  return async (events, signal) => {
    const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
    const visitorIds = [...new Set(events.map(({ visitorKey }) => visitorKey))];
    const erasures = await findErasedVisitors(client, { workspaceIds, visitorIds }, signal);
    return events.map(({ visitorKey, ts, receivedAt }) => {
      const erasedAt = erasures.get(visitorKey);
      return erasedAt !== undefined && Math.min(Date.parse(ts), Date.parse(receivedAt)) <= erasedAt;
    });
  };
}

export interface DropErasedOptions {
  readonly deliver: Deliver;
  readonly findErased: FindErased;
  /** Called with the number of dropped events, after the other events of the batch were stored. */
  readonly onDropped: (events: number) => void;
}

/**
 * Drops erased events from each batch, before anything is derived from them. An erasure deletes the rows of a batch that passed
 * this check meanwhile: it repeats the deletion minutes later.
 */
export function dropErased({ deliver, findErased, onDropped }: DropErasedOptions): Deliver {
  return async (batch, signal) => {
    const events = eventsOf(batch.lines);
    const areErased = await findErased(events, signal);
    const dropped = new Set(events.filter((_, number) => areErased[number]).map(({ index }) => index));
    if (dropped.size === 0) return deliver(batch, signal);
    const kept = splitLines(batch.lines)
      .filter((_, index) => !dropped.has(index))
      .join('');
    // Another token than that of the whole batch, as in `dropPurged`.
    const token = `${batch.token}-without-erased-${dropped.size}`;
    if (kept !== '') await deliver({ lines: Buffer.from(kept), token }, signal);
    onDropped(dropped.size);
  };
}
