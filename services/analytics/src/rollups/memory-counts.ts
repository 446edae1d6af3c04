import type { Bucket } from '@headwater/kit/calendar/buckets';
import { compareBytes } from '@headwater/kit/compare-bytes';
import type { RunStatement } from '../clickhouse/run';
import type { Dimension } from '../query/dimensions';
import { createReadLate, lateChange, type LateChanges } from './late-changes';
import { createReadRest, type RestEvent, type RestEvents, type RestSession } from './rest-events';
import { createCountSegments, type SegmentCounts } from './segment-counts';
import type { FindNumbers } from './visitor-numbers';
import type { RollupBreakdown } from './sources-sql';
import type { RollupPlan, RollupRow, RollupSelection } from './rollup-plan';
import { listedKeys } from './stats-sql';

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
  const readLate = createReadLate();
  return async (run, plan, { breakdowns, withSeries, keys: candidates }) => {
    const keys = listedKeys(breakdowns) ?? candidates;
    if (breakdowns.length > 0 && !keys) return undefined;
    const dimensions = breakdowns.map(({ dimension }) => dimension);
    const [segments, { events, rawSessions }, late] = await Promise.all([
      countSegments(run, plan, { withSeries, keys }),
      readRest(run, plan, dimensions),
      readLate(run, plan, { breakdowns, withSeries }),
    ]);
    const rest = groupEvents(events, dimensions, withSeries ? plan.buckets : []);
    const ofBuckets = keysOf(segments.buckets, rest.buckets).map((bucket) =>
      rowOf(
        { dimension: '', bucket, key: '' },
        {
          late,
          segments: segments.buckets.get(bucket),
          rest: rest.buckets.get(bucket),
        },
      ),
    );
    const ofKeys = breakdowns.map((breakdown, index) =>
      breakdownRows(
        breakdown,
        segments.keys.get(breakdown.dimension.key) ?? new Map(),
        rest.keys[index] ?? new Map(),
        late,
      ),
    );
    return { rows: [...ofBuckets, ...ofKeys.flat()], rawSessions };
  };
}

/** Other events with the same key or bucket. */
class RestGroup {
  /** Each once. */
  readonly visitors: (number | string)[] = [];
  sessions = 0;
  bounces = 0;
  durationMs = 0;
  pageviews = 0;
  #visitor: number | string | undefined;
  #session: RestSession | undefined;

  /** @param visitor of an event. All events of a visitor are added one after the other. */
  addVisitor(visitor: number | string): void {
    if (this.#visitor === visitor) return;
    this.#visitor = visitor;
    this.visitors.push(visitor);
  }

  /** @param event All events of a session are added one after the other. */
  addEvent({ session, isPageview }: RestEvent): void {
    if (isPageview) this.pageviews += 1;
    if (this.#session === session) return;
    this.#session = session;
    this.sessions += 1;
    if (session.isBounced) this.bounces += 1;
    this.durationMs += session.durationMs;
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
  // In such orders, a group needs no sets: these would take most of the time.
  const byVisitor = groupedBy(events, ({ visitor }) => visitor);
  const bySession = groupedBy(events, ({ session }) => session);
  const groupBy = <Key>(keyOf: (event: RestEvent) => Key | undefined): Map<Key, RestGroup> => {
    const groups = new Map<Key, RestGroup>();
    const groupsOf = events.map((event) => {
      const key = keyOf(event);
      return key === undefined ? undefined : groupOf(groups, key);
    });
    for (const index of byVisitor) {
      const event = events[index];
      if (event) groupsOf[index]?.addVisitor(event.visitor);
    }
    for (const index of bySession) {
      const event = events[index];
      if (event) groupsOf[index]?.addEvent(event);
    }
    return groups;
  };
  const byBucket = groupBy(({ ms }) => starts.findLast((start) => start <= ms));
  return {
    buckets: new Map([
      ...groupBy(() => 0),
      ...[...byBucket].map(([startMs, group]) => [startMs / 1_000, group] as const),
    ]),
    keys: dimensions.map((_, index) => groupBy(({ keys }) => keys[index] ?? '')),
  };
}

/** The indexes of events in an order in which those with the same value are next to each other. */
function groupedBy(events: readonly RestEvent[], valueOf: (event: RestEvent) => unknown): Int32Array {
  const lists = new Map<unknown, number>();
  const next = new Int32Array(events.length).fill(-1);
  for (const [index, event] of events.entries()) {
    const value = valueOf(event);
    next[index] = lists.get(value) ?? -1;
    lists.set(value, index);
  }
  const order = new Int32Array(events.length);
  let at = 0;
  for (const last of lists.values())
    for (let index = last; index >= 0; index = next[index] ?? -1) order[at++] = index;
  return order;
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
  late: LateChanges,
): readonly RollupRow[] {
  // With fewer, all keys of the segments are candidates.
  const areAllKnown = segments.size < candidates;
  const beside = areAllKnown ? 0 : maxBeside(segments, rest);
  return (
    keysOf(segments, rest)
      .filter((key) => (areAllKnown || segments.has(key)) && (listed?.includes(key) ?? true))
      .map((key) => {
        const name = { dimension: dimension.key, bucket: 0, key };
        return { ...rowOf(name, { late, segments: segments.get(key), rest: rest.get(key) }), beside };
      })
      // Without them, no session begins or ends with the page any more.
      .filter(({ sessions }) => sessions > 0)
      .sort((a, b) => b.visitors - a.visitors || compareBytes(a.key, b.key))
      .slice(0, limit)
  );
}

/** Max visitors of a key that is not among the candidates: in the segments it has at most as many as each of these. */
function maxBeside(
  segments: ReadonlyMap<string, SegmentCounts>,
  rest: ReadonlyMap<string, RestGroup>,
): number {
  const bounds = [...segments.values()].map(({ bound }) => bound);
  const others = [...rest].filter(([key]) => !segments.has(key)).map(([, { visitors }]) => visitors.length);
  return Math.min(...bounds) + Math.max(0, ...others);
}

const keysOf = <Key>(
  segments: ReadonlyMap<Key, unknown>,
  rest: ReadonlyMap<Key, unknown>,
): readonly Key[] => [...new Set([...segments.keys(), ...rest.keys()])];

interface RowSources {
  readonly segments: SegmentCounts | undefined;
  readonly rest: RestGroup | undefined;
  readonly late: LateChanges;
}

function rowOf(
  name: Pick<RollupRow, 'dimension' | 'bucket' | 'key'>,
  { segments, rest = new RestGroup(), late }: RowSources,
): RollupRow {
  const added = rest.visitors.filter(
    (visitor) => typeof visitor === 'string' || !segments?.visitors.has(visitor),
  );
  const change = lateChange(late, name, rest.visitors);
  return {
    ...name,
    visitors: (segments?.visitors.size ?? 0) + added.length + change.visitors,
    sessions: (segments?.sessions ?? 0) + rest.sessions + change.sessions,
    pageviews: (segments?.pageviews ?? 0) + rest.pageviews + change.pageviews,
    bounces: (segments?.bounces ?? 0) + rest.bounces + change.bounces,
    duration_ms: (segments?.duration_ms ?? 0) + rest.durationMs + change.duration_ms,
    beside: 0,
  };
}
