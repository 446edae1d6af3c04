import { findErasedVisitors } from '@headwater/eventstore/erased-visitors';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Deliver } from './deliver-batch';

/** An event before it is stored. */
interface UnstoredEvent {
  readonly workspaceId: number;
  readonly visitorKey: string;
  /** Unix ms. */
  readonly ts: number;
  /** Unix ms. */
  readonly receivedAt: number;
}

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
    return events.map(
      ({ visitorKey, ts, receivedAt }) => Math.min(ts, receivedAt) <= (erasures.get(visitorKey) ?? -Infinity),
    );
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
    const lines = batch.lines.toString('utf8').split(/(?<=\n)/);
    const events = lines.flatMap((line, index) => {
      const event = eventOf(line);
      return event ? [{ index, ...event }] : [];
    });
    const areErased = await findErased(events, signal);
    const dropped = new Set(events.filter((_, number) => areErased[number]).map(({ index }) => index));
    if (dropped.size === 0) return deliver(batch, signal);
    const kept = lines.filter((_, index) => !dropped.has(index)).join('');
    // Another token than that of the whole batch, as in `dropPurged`.
    const token = `${batch.token}-without-erased-${dropped.size}`;
    if (kept !== '') await deliver({ lines: Buffer.from(kept), token }, signal);
    onDropped(dropped.size);
  };
}

/** The members of a line that `toEventLine` writes before any text of a sender but the name, which is JSON. */
const LINE =
  /^\{"workspace_id":(\d+),"site_id":\d+,"name":"(?:[^"\\]|\\.)*","ts":"([^"]+)","received_at":"([^"]+)".*?"visitor_id":"(\d{1,20})"/;

function eventOf(line: string): UnstoredEvent | undefined {
  const [, workspaceId, ts = '', receivedAt = '', visitorKey] = LINE.exec(line) ?? [];
  // ClickHouse rejects other ids: such a line becomes a dead letter.
  if (visitorKey === undefined || BigInt(visitorKey) >= 2n ** 64n) return undefined;
  return {
    workspaceId: Number(workspaceId),
    visitorKey,
    ts: Date.parse(ts),
    receivedAt: Date.parse(receivedAt),
  };
}
