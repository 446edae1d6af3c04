import type { Bucket } from '@headwater/kit/calendar/buckets';
import type { RunStatement } from '../clickhouse/run';
import type { Dimension } from '../query/dimensions';
import {
  compareBytes,
  createReadRest,
  type RestEvent,
  type RestEvents,
  type RestSession,
} from './rest-events';
import { createCountSegments, type SegmentCounts } from './segment-counts';
import type { FindNumbers } from './visitor-numbers';
import type { RollupBreakdown } from './sources-sql';
import { listedKeys, type RollupPlan, type RollupRow, type RollupSelection } from './stats-sql';

interface MemoryCounts extends Pick<RestEvents, 'rawSessions'> {
  /** The rows of `compileRollupStats`. */
  readonly rows: readonly RollupRow[];
}

/** Counts a plan; undefined if the keys of its breakdowns are not known. */
export type CountInMemory = (
  run: RunStatement,
  plan: RollupPlan,
  selection: RollupSelection,
) => Promise<MemoryCounts | undefined>;

const MIB = 1_048_576;

/**
 * Returns a function that adds the other events to the stored counts of segments in this process. ClickHouse needs several times
 * as long to plan the statement that does the same.
 *
 * @param maxMib memory for the counts. 0: undefined is returned.
 */
export function createCountInMemory(maxMib: number, findNumbers: FindNumbers): CountInMemory | undefined {
  if (maxMib === 0) return undefined;
  const countSegments = createCountSegments(maxMib * MIB);
  const readRest = createReadRest(findNumbers);
  return async (run, plan, { breakdowns, withSeries, keys: candidates }) => {
    const keys = listedKeys(breakdowns) ?? candidates;
    if (breakdowns.length > 0 && !keys) return undefined;
    const dimensions = breakdowns.map(({ dimension }) => dimension);
    const [segments, { events, rawSessions }] = await Promise.all([
      countSegments(run, plan, { withSeries, keys }),
      readRest(run, plan, dimensions),
    ]);
    const rest = groupEvents(events, dimensions, withSeries ? plan.buckets : []);
    const ofBuckets = keysOf(segments.buckets, rest.buckets).map((bucket) =>
      rowOf({ dimension: '', bucket, key: '' }, segments.buckets.get(bucket), rest.buckets.get(bucket)),
    );
    const ofKeys = breakdowns.map((breakdown, index) =>
      breakdownRows(
        breakdown,
        segments.keys.get(breakdown.dimension.key) ?? new Map(),
        rest.keys[index] ?? new Map(),
      ),
    );
    return { rows: [...ofBuckets, ...ofKeys.flat()], rawSessions };
  };
}

/** Other events with the same key or bucket. */
class RestGroup {
  readonly visitors = new Set<number | string>();
  readonly sessions = new Set<RestSession>();
  pageviews = 0;

  add({ visitor, session, isPageview }: RestEvent): void {
    this.visitors.add(visitor);
    this.sessions.add(session);
    if (isPageview) this.pageviews += 1;
  }
}

interface RestGroups {
  /** By Unix second; 0: all events. */
  readonly buckets: ReadonlyMap<number, RestGroup>;
  /** In the order of the dimensions. */
  readonly keys: readonly ReadonlyMap<string, RestGroup>[];
}

function groupEvents(
  events: readonly RestEvent[],
  dimensions: readonly Dimension[],
  buckets: readonly Bucket[],
): RestGroups {
  const starts = buckets.map(({ startMs }) => startMs);
  const byBucket = new Map<number, RestGroup>();
  const byKey = dimensions.map(() => new Map<string, RestGroup>());
  for (const event of events) {
    groupOf(byBucket, 0).add(event);
    const start = starts.findLast((ms) => ms <= event.ms);
    if (start !== undefined) groupOf(byBucket, start / 1_000).add(event);
    for (const [index, groups] of byKey.entries()) groupOf(groups, event.keys[index] ?? '').add(event);
  }
  return { buckets: byBucket, keys: byKey };
}

function groupOf<Key>(groups: Map<Key, RestGroup>, key: Key): RestGroup {
  let group = groups.get(key);
  if (!group) groups.set(key, (group = new RestGroup()));
  return group;
}

/** The rows of a breakdown, as `compileRollupStats` defines them. */
function breakdownRows(
  { dimension, limit, candidates, keys: listed }: RollupBreakdown,
  segments: ReadonlyMap<string, SegmentCounts>,
  rest: ReadonlyMap<string, RestGroup>,
): readonly RollupRow[] {
  // With fewer, all keys of the segments are candidates.
  const areAllKnown = segments.size < candidates;
  const beside = areAllKnown ? 0 : maxBeside(segments, rest);
  return keysOf(segments, rest)
    .filter((key) => (areAllKnown || segments.has(key)) && (listed?.includes(key) ?? true))
    .map((key) => ({
      ...rowOf({ dimension: dimension.key, bucket: 0, key }, segments.get(key), rest.get(key)),
      beside,
    }))
    .sort((a, b) => b.visitors - a.visitors || compareBytes(a.key, b.key))
    .slice(0, limit);
}

/** Max visitors of a key that is not among the candidates: in the segments it has at most as many as each of these. */
function maxBeside(
  segments: ReadonlyMap<string, SegmentCounts>,
  rest: ReadonlyMap<string, RestGroup>,
): number {
  const bounds = [...segments.values()].map(({ bound }) => bound);
  const others = [...rest].filter(([key]) => !segments.has(key)).map(([, { visitors }]) => visitors.size);
  return Math.min(...bounds) + Math.max(0, ...others);
}

const keysOf = <Key>(
  segments: ReadonlyMap<Key, unknown>,
  rest: ReadonlyMap<Key, unknown>,
): readonly Key[] => [...new Set([...segments.keys(), ...rest.keys()])];

function rowOf(
  key: Pick<RollupRow, 'dimension' | 'bucket' | 'key'>,
  segments: SegmentCounts | undefined,
  rest: RestGroup = new RestGroup(),
): RollupRow {
  const added = [...rest.visitors].filter(
    (visitor) => typeof visitor === 'string' || !segments?.visitors.has(visitor),
  );
  const sessions = [...rest.sessions];
  return {
    ...key,
    visitors: (segments?.visitors.size ?? 0) + added.length,
    sessions: (segments?.sessions ?? 0) + sessions.length,
    pageviews: (segments?.pageviews ?? 0) + rest.pageviews,
    bounces: (segments?.bounces ?? 0) + sessions.filter(({ isBounced }) => isBounced).length,
    duration_ms: sessions.reduce((sum, { durationMs }) => sum + durationMs, segments?.duration_ms ?? 0),
    beside: 0,
  };
}
