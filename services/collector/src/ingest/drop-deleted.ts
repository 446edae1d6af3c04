import { findErasedVisitors } from '@headwater/eventstore/erased-visitors';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { PurgedSites } from '../sites/purged-sites';
import { eventsOf, linesWithout, summaryOf, type BatchEvent, type BatchSummary } from './batch-events';
import type { Deliver } from './deliver-batch';

/** The latest erasure of each visitor that has one, Unix ms. */
export type Erasures = ReadonlyMap<string, number>;

/** Returns the erasures of visitors. @throws the client's error, unchanged. */
export type FindErasures = (
  visitors: Pick<BatchSummary, 'workspaceIds' | 'visitorKeys'>,
  signal: AbortSignal,
) => Promise<Erasures>;

export function createFindErasures(client: ClickHouseClient): FindErasures {
  return ({ workspaceIds, visitorKeys }, signal) =>
    findErasedVisitors(client, { workspaceIds: [...workspaceIds], visitorIds: [...visitorKeys] }, signal);
}

/** Whether an event happened or arrived before the erasure of its visitor. Later ones belong to an unlinked visitor. */
export function isErased(
  erasures: Erasures,
  { visitorKey, ts, receivedAt }: Pick<BatchEvent, 'visitorKey' | 'ts' | 'receivedAt'>,
): boolean {
  const erasedAt = erasures.get(visitorKey);
  return erasedAt !== undefined && Math.min(Date.parse(ts), Date.parse(receivedAt)) <= erasedAt;
}

export interface DropErasedOptions {
  readonly deliver: Deliver;
  readonly findErasures: FindErasures;
  /** Called with the number of dropped events, after the other events of the batch were stored. */
  readonly onDropped: (events: number) => void;
}

/**
 * Drops erased events from each batch, before anything is derived from them. An erasure deletes the rows of a batch that passed
 * this check meanwhile: it repeats the deletion minutes later.
 */
export function dropErased({ deliver, findErasures, onDropped }: DropErasedOptions): Deliver {
  return async (batch, signal) => {
    const erasures = await findErasures(summaryOf(batch.lines), signal);
    if (erasures.size === 0) return deliver(batch, signal);
    const dropped = new Set<number>();
    let events = 0;
    for (const event of eventsOf(batch.lines)) {
      if (!isErased(erasures, event)) continue;
      dropped.add(event.index);
      if (!event.isClickId) events += 1;
    }
    if (dropped.size === 0) return deliver(batch, signal);
    const kept = linesWithout(batch.lines, dropped);
    // Another token than that of the whole batch, as in `dropPurged`.
    const token = `${batch.token}-without-erased-${dropped.size}`;
    if (kept.length > 0) await deliver({ lines: kept, token }, signal);
    if (events > 0) onDropped(events);
  };
}

export interface DropPurgedOptions {
  readonly deliver: Deliver;
  readonly purgedSites: PurgedSites;
  /** Called with the number of dropped events, after the other events of the batch were stored. */
  readonly onDropped: (events: number, siteIds: readonly number[]) => void;
}

/**
 * Drops the events of purged sites from each batch: a log may be shipped long after its events were accepted, for example when
 * its volume was detached. Stored then, they would contradict the purge certificate of their site.
 */
export function dropPurged({ deliver, purgedSites, onDropped }: DropPurgedOptions): Deliver {
  return async (batch, signal) => {
    const purged = await purgedSites(summaryOf(batch.lines).siteIds);
    if (purged.size === 0) return deliver(batch, signal);
    const dropped = new Set<number>();
    let events = 0;
    for (const { index, siteId, isClickId } of eventsOf(batch.lines)) {
      if (!purged.has(siteId)) continue;
      dropped.add(index);
      if (!isClickId) events += 1;
    }
    const kept = linesWithout(batch.lines, dropped);
    const siteIds = [...purged].sort((a, b) => a - b);
    // Another token than that of the whole batch: its halves would have the same tokens for other lines.
    if (kept.length > 0)
      await deliver({ lines: kept, token: `${batch.token}-without-${siteIds.join('-')}` }, signal);
    onDropped(events, siteIds);
  };
}
