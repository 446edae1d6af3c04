import { localTime, type Bucket } from '@headwater/kit/calendar/buckets';
import { offsetAt, zoneOffsets } from '@headwater/kit/calendar/zone-offsets';

const MINUTE_MS = 60_000;

/** The last minutes up to the one under way, each a bucket. @param nowMs Unix milliseconds. */
export function lastMinutes(zone: string, nowMs: number, count: number): readonly Bucket[] {
  const thisMinute = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const firstMinute = thisMinute - (count - 1) * MINUTE_MS;
  const offsets = zoneOffsets(zone, firstMinute, nowMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMinute + index * MINUTE_MS;
    return { key: localTime(startMs, offsetAt(offsets, startMs)), startMs };
  });
}
