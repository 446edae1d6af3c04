import type { DraftEvent } from '../draft-event';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Each day is a part of its own, which takes ClickHouse some 10 ms. */
const MAX_DAYS = 100;

/** Events by time, cut into batches of at most a hundred UTC days. */
export function cutByDays(drafts: readonly DraftEvent[]): DraftEvent[][] {
  const batches: DraftEvent[][] = [];
  let days = new Set<number>();
  for (const draft of drafts.toSorted((a, b) => a.ts - b.ts)) {
    days.add(Math.floor(draft.ts / DAY_MS));
    const batch = batches.at(-1);
    if (batch && days.size <= MAX_DAYS) batch.push(draft);
    else {
      batches.push([draft]);
      days = new Set([Math.floor(draft.ts / DAY_MS)]);
    }
  }
  return batches;
}
