import type { EventRow } from '@headwater/eventstore/event-columns';
import { createBatcher } from '@headwater/kit/batcher';
import { LRUCache } from 'lru-cache';
import { claimOf, hasOwnId, rowOfClaim, type EventClaim, type FirstClaim } from '../domain/event-claim';
import type { SitesClient } from '../sites/sites-client';
import { rowOf, splitLines, summaryOf } from './batch-events';
import type { Deliver } from './deliver-batch';

/**
 * Claims the ids of events that their senders gave. Returns the row of each event as it is stored, and undefined for an event
 * whose id an earlier event with other values has.
 *
 * @throws AppError while sites or its database is unreachable.
 */
export type ClaimIds = (rows: readonly EventRow[]) => Promise<readonly (EventRow | undefined)[]>;

/** Claims between the append of an event and its delivery. */
const CACHED = 20_000;
const TTL_MS = 10 * 60_000;

/** Calls with few claims share requests to sites. Larger ones would delay the others. */
const MAX_SHARED_CLAIMS = 10;
const BATCHING = { maxBatchSize: 100, maxConcurrentBatches: 2 } as const;
/** A claim is made even if its caller disconnects: the event is in the log. */
const NEVER_CANCELLED = { cancelled: false };

/** @param claimEvents see `SitesClient` */
export function createClaimIds(claimEvents: SitesClient['claimEvents']): ClaimIds {
  // The endpoint claims an event for its response, and the delivery of the log needs the same claim.
  const cache = new LRUCache<string, Promise<FirstClaim>>({ max: CACHED, ttl: TTL_MS });

  const claimTogether = createBatcher(
    BATCHING,
    (_workspaceId: number, calls: readonly (readonly EventClaim[])[]) => {
      const request = claimEvents(calls.flat());
      let end = 0;
      return calls.map(async ({ length }) => {
        end += length;
        const to = end;
        return (await request).slice(to - length, to);
      });
    },
  );

  const request = (claims: readonly EventClaim[]): Promise<readonly FirstClaim[]> => {
    const [first] = claims;
    return first && claims.length <= MAX_SHARED_CLAIMS
      ? claimTogether(first.workspaceId, claims, NEVER_CANCELLED)
      : claimEvents(claims);
  };

  const firstClaims = (claims: readonly EventClaim[]): Promise<FirstClaim>[] => {
    const found = new Map<string, Promise<FirstClaim>>();
    const missing = new Map<string, EventClaim>();
    for (const claim of claims) {
      const cached = cache.get(keyOf(claim));
      if (cached) found.set(keyOf(claim), cached);
      else missing.set(keyOf(claim), claim);
    }
    if (missing.size > 0) {
      const requested = request([...missing.values()]);
      for (const [index, [key, claim]] of [...missing].entries()) {
        const first = requested.then(
          (firsts) => firsts[index] ?? claim,
          (error: unknown) => {
            cache.delete(key);
            throw error;
          },
        );
        found.set(key, first);
        cache.set(key, first);
      }
    }
    return claims.map((claim) => found.get(keyOf(claim)) ?? Promise.resolve(claim));
  };

  return async (rows) => {
    const claims = rows.map(claimOf);
    const firsts = await Promise.all(firstClaims(claims.filter((claim) => claim !== undefined)));
    let next = 0;
    return rows.map((row, index) => {
      const claim = claims[index];
      return claim ? rowOfClaim(row, claim, firsts[next++] ?? claim) : row;
    });
  };
}

function keyOf({ workspaceId, siteId, eventId, fingerprint }: EventClaim): string {
  return `${workspaceId} ${siteId} ${eventId} ${fingerprint}`;
}

export interface DropDuplicatesOptions {
  readonly deliver: Deliver;
  readonly claimIds: ClaimIds;
  /** Called with the dropped events, after the other events of the batch were stored. */
  readonly onDropped: (events: readonly EventRow[]) => void;
}

/**
 * Drops events whose id an earlier event of their site has, unless their values are the same. The claim follows the append to
 * the log: a crash or an outage in between delays it and loses no event.
 */
export function dropDuplicates({ deliver, claimIds, onDropped }: DropDuplicatesOptions): Deliver {
  return async (batch, signal) => {
    const { derived } = summaryOf(batch.lines);
    if (derived.length === 0) return deliver(batch, signal);
    const lines = splitLines(batch.lines);
    const claimed = derived.flatMap((index) => {
      const row = rowOf(lines[index] ?? '');
      return row && hasOwnId(row) ? [{ index, row }] : [];
    });
    if (claimed.length === 0) return deliver(batch, signal);
    const rows = await claimIds(claimed.map(({ row }) => row));
    const dropped: EventRow[] = [];
    for (const [number, { index, row }] of claimed.entries()) {
      const stored = rows[number];
      if (!stored) dropped.push(row);
      lines[index] = stored ? `${JSON.stringify(stored)}\n` : '';
    }
    // Another token than that of the whole batch, as in `dropPurged`. Claims are final: a repeat drops the same events.
    const token = dropped.length === 0 ? batch.token : `${batch.token}-without-${dropped.length}`;
    if (dropped.length < lines.length) await deliver({ lines: Buffer.from(lines.join('')), token }, signal);
    if (dropped.length > 0) onDropped(dropped);
  };
}
