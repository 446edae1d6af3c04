import { Temporal } from 'temporal-polyfill';

/** A stretch of time in which a zone's clock runs without a jump. It ends where the next one starts. */
export interface OffsetSpan {
  /** Unix milliseconds. */
  readonly startMs: number;
  /** Local clock minus UTC, milliseconds. */
  readonly offsetMs: number;
}

/** The zone's offsets from `fromMs` to `toMs` (Unix ms), in order; the first span starts at `fromMs`. Never empty. */
export function zoneOffsets(zone: string, fromMs: number, toMs: number): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone);
  while (at !== null && (spans.length === 0 || at.epochMilliseconds < toMs)) {
    spans.push({ startMs: at.epochMilliseconds, offsetMs: at.offsetNanoseconds / 1e6 });
    at = at.getTimeZoneTransition('next');
  }
  return spans;
}

/** The offset in force at an instant. @param spans must begin at or before it. */
export function offsetAt(spans: readonly OffsetSpan[], atMs: number): number {
  const span = spans.findLast(({ startMs }) => startMs <= atMs);
  if (!span) throw new RangeError('The instant precedes the first offset.');
  return span.offsetMs;
}

/**
 * The first instant at which the local clock shows `localMs` or later. Where a jump skips that moment (midnight in some
 * zones, a whole day in Apia 2011) it is the instant of the jump; where it comes twice it is the first.
 *
 * @param localMs milliseconds counted as if the local clock were UTC.
 */
export function firstInstantOf(spans: readonly OffsetSpan[], localMs: number): number {
  for (const [index, span] of spans.entries()) {
    const endMs = spans[index + 1]?.startMs ?? Infinity;
    const instant = Math.max(span.startMs, localMs - span.offsetMs);
    if (instant < endMs) return instant;
  }
  throw new RangeError('The last offset has no end.');
}
