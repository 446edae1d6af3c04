/** How far the touched visitors have been read: all of a moment before `ms`, and those of it up to the last one given. */
export interface TouchedCursor {
  /** Unix milliseconds of ClickHouse's clock. */
  readonly ms: number;
  readonly workspaceId: number;
  /** As stored: unsigned 64-bit decimal. */
  readonly visitorId: string;
}

/**
 * So far back a reader looks again once it has seen all: a row shows only once its batch is stored, and bears the moment
 * at which that began; and whoever asked in vain just before has to write down what to look for.
 */
export const OVERLAP_MS = 10_000;

/** Before all rows of a moment. */
export function startOf(ms: number): TouchedCursor {
  return { ms, workspaceId: 0, visitorId: '0' };
}

const CURSOR = /^(\d{1,15})-(\d{1,15})-(\d{1,20})$/;

/** Reads what `formatCursor` wrote; undefined for anything else. */
export function parseCursor(text: string): TouchedCursor | undefined {
  const [, ms, workspaceId, visitorId] = CURSOR.exec(text) ?? [];
  if (ms === undefined || workspaceId === undefined || visitorId === undefined) return undefined;
  return BigInt(visitorId) < 2n ** 64n
    ? { ms: Number(ms), workspaceId: Number(workspaceId), visitorId }
    : undefined;
}

export function formatCursor({ ms, workspaceId, visitorId }: TouchedCursor): string {
  return `${ms}-${workspaceId}-${visitorId}`;
}

/** Where to go on after the last page. @param nowMs ClickHouse's clock before that page was read. */
export function lookingBack(read: TouchedCursor, nowMs: number): TouchedCursor {
  const back = nowMs - OVERLAP_MS;
  // Never before where this page began: a clock that went back must not make it read all anew.
  return back > read.ms ? startOf(back) : read;
}
