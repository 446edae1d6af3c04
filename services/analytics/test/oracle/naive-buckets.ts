import type { Grain } from '@headwater/protos/vocabulary';
import { DateTime } from 'luxon';

/** All bucket keys of a window in order, and the key of an instant (undefined outside the window). */
export interface NaiveBuckets {
  readonly keys: readonly string[];
  readonly keyOf: (atMs: number) => string | undefined;
}

const QUARTER_MS = 15 * 60_000;

/** Splits a window by evaluating every day, or every quarter of an hour, with luxon. */
export function naiveBuckets(from: string, to: string, zone: string, grain: Grain): NaiveBuckets {
  const { keys, keyOf } = grain === 'hour' ? byQuarters(from, to, zone) : byDates(from, to, zone, grain);
  // Called for each event and bucket, and luxon is slow.
  const cached = new Map<number, string | undefined>();
  const keyOnce = (atMs: number): string | undefined => {
    if (!cached.has(atMs)) cached.set(atMs, keyOf(atMs));
    return cached.get(atMs);
  };
  return { keys, keyOf: keyOnce };
}

function byDates(from: string, to: string, zone: string, grain: Exclude<Grain, 'hour'>): NaiveBuckets {
  const keys = new Set<string>();
  for (let date = DateTime.fromISO(from, { zone: 'utc' }); iso(date) <= to; date = date.plus({ days: 1 })) {
    keys.add(name(date, grain));
  }
  return {
    keys: [...keys],
    keyOf: (atMs) => {
      const local = iso(DateTime.fromMillis(atMs, { zone }));
      return local >= from && local <= to ? name(DateTime.fromISO(local, { zone: 'utc' }), grain) : undefined;
    },
  };
}

function name(date: DateTime, grain: Exclude<Grain, 'hour'>): string {
  if (grain === 'month') return iso(date).slice(0, 7);
  return iso(grain === 'week' ? date.startOf('week') : date);
}

/** Every full hour and every clock change is at a quarter of an hour of UTC. */
function byQuarters(from: string, to: string, zone: string): NaiveBuckets {
  const keyByQuarter = new Map<number, string>();
  const start = DateTime.fromISO(from, { zone: 'utc' }).minus({ days: 2 }).toMillis();
  const end = DateTime.fromISO(to, { zone: 'utc' }).plus({ days: 3 }).toMillis();
  let key: string | undefined;
  let offset: number | undefined;
  for (let at = start; at < end; at += QUARTER_MS) {
    const local = DateTime.fromMillis(at, { zone });
    if (iso(local) < from || iso(local) > to) continue;
    if (key === undefined || local.minute === 0 || local.offset !== offset) {
      key = local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
      offset = local.offset;
    }
    keyByQuarter.set(at / QUARTER_MS, key);
  }
  return {
    keys: [...new Set(keyByQuarter.values())],
    keyOf: (atMs) => keyByQuarter.get(Math.floor(atMs / QUARTER_MS)),
  };
}

function iso(date: DateTime): string {
  return date.toFormat('yyyy-MM-dd');
}
