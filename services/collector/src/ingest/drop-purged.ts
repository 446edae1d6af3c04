import type { PurgedSites } from '../sites/purged-sites';
import type { Deliver } from './deliver-batch';

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
    const purged = await purgedSites(new Set(Array.from(linesOf(batch.lines), ({ siteId }) => siteId)));
    if (purged.size === 0) return deliver(batch, signal);
    const kept: Buffer[] = [];
    let dropped = 0;
    for (const { siteId, begin, end } of linesOf(batch.lines))
      if (purged.has(siteId)) dropped += 1;
      else kept.push(batch.lines.subarray(begin, end));
    const siteIds = [...purged].sort((a, b) => a - b);
    // Another token than that of the whole batch: its halves would have the same tokens for other lines.
    if (kept.length > 0)
      await deliver(
        { lines: Buffer.concat(kept), token: `${batch.token}-without-${siteIds.join('-')}` },
        signal,
      );
    onDropped(dropped, siteIds);
  };
}

const LINE_END = 0x0a;
/** The second member of each line, see `toEventLine`. */
const SITE_ID = Buffer.from('"site_id":');
const [ZERO, NINE] = [0x30, 0x39];

/** The lines of a batch. `siteId` is 0 for a line without one, which ClickHouse rejects. */
function* linesOf(lines: Buffer): Generator<{ siteId: number; begin: number; end: number }> {
  for (let begin = 0; begin < lines.length;) {
    const lineEnd = lines.indexOf(LINE_END, begin);
    const end = lineEnd < 0 ? lines.length : lineEnd + 1;
    yield { siteId: siteIdOf(lines, begin, end), begin, end };
    begin = end;
  }
}

function siteIdOf(lines: Buffer, begin: number, end: number): number {
  const found = lines.indexOf(SITE_ID, begin);
  if (found < 0 || found >= end) return 0;
  let siteId = 0;
  for (let at = found + SITE_ID.length; at < end; at++) {
    const digit = lines[at] ?? 0;
    if (digit < ZERO || digit > NINE) break;
    siteId = siteId * 10 + digit - ZERO;
  }
  return siteId;
}
