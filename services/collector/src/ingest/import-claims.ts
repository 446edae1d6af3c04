import type { EventRow } from '@headwater/eventstore/event-columns';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { claimOf, rowOfClaim, type EventClaim } from '../domain/event-claim';
import type { SitesClient } from '../sites/sites-client';
import { findStoredIds } from '../store/imports';

/**
 * Claims the ids of imported events of one site. Returns the row of each event as it is stored, and undefined for an event whose id
 * an earlier event with other values has. The result itself is undefined while another import of an id may still run.
 */
export type ClaimImportedIds = (
  rows: readonly EventRow[],
  signal: AbortSignal,
) => Promise<readonly (EventRow | undefined)[] | undefined>;

const RENEWS = { renews: true };

/**
 * An import claims ids before it inserts their events. If it fails in between, its claims remain. A conflicting claim without a
 * stored event is therefore released once its import must have ended. Ids of imports are digests: no event that waits in a log
 * has one. Claims are not cached, because another collector may release them.
 */
export function createClaimImportedIds(
  { claimEvents, releaseClaims }: Pick<SitesClient, 'claimEvents' | 'releaseClaims'>,
  client: ClickHouseClient,
): ClaimImportedIds {
  return async (rows, signal) => {
    const claims = rows.map(requiredClaim);
    const ours = new Set(claims.map(contentOf));
    let firsts = await claimEvents(claims, RENEWS);
    /** The first claims of other calls. */
    const others = (): EventClaim[] =>
      claims
        .map((claim, index) => ({ ...claim, ...firsts[index] }))
        .filter((first) => !ours.has(contentOf(first)));
    const earlier = others();
    if (earlier.length > 0) {
      const stored = await findStoredIds(client, earlier, signal);
      const isUnstored = ({ eventId }: EventClaim): boolean => !stored.has(eventId);
      const unstored = earlier.filter(isUnstored);
      if (unstored.length > 0) {
        await releaseClaims(unstored);
        firsts = await claimEvents(claims, RENEWS);
        if (others().some(isUnstored)) return undefined;
      }
    }
    return rows.map((row, index) => {
      const claim = requiredClaim(row);
      return rowOfClaim(row, claim, firsts[index] ?? claim);
    });
  };
}

function requiredClaim(row: EventRow): EventClaim {
  const claim = claimOf(row);
  if (!claim) throw new Error('An imported event has no id of its own.');
  return claim;
}

function contentOf({ eventId, fingerprint }: EventClaim): string {
  return `${eventId} ${fingerprint}`;
}
