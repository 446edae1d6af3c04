import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql } from '../query/compile';
import { OF_SITE } from './segments';
import { buildsSql, pairsSql, SHOWN_KEY, withoutWeek, type CandidateKeys } from './sources-sql';
import type { RollupPlan } from './rollup-plan';
import { VisitorSet } from './visitor-set';

/** The counts of a key, of a bucket or of all events in the counted segments of a plan. */
export interface SegmentCounts {
  readonly visitors: VisitorSet;
  readonly sessions: number;
  readonly pageviews: number;
  readonly bounces: number;
  /** Only counted for all events. */
  readonly duration_ms: number;
  /** Sum of the visitors of each segment. */
  readonly bound: number;
}

export interface SegmentCountsOfPlan {
  /** By Unix second of the bucket; 0: all events. */
  readonly buckets: ReadonlyMap<number, SegmentCounts>;
  /** By dimension, and by key as responses show it. Keys without events are absent. */
  readonly keys: ReadonlyMap<string, ReadonlyMap<string, SegmentCounts>>;
}

/** Counts the counted segments of a plan. */
export type CountSegments = (
  run: RunStatement,
  plan: RollupPlan,
  selection: { readonly withSeries: boolean; readonly keys: CandidateKeys | undefined },
) => Promise<SegmentCountsOfPlan>;

/** Entries are deleted after an hour, so that no values of erased visitors stay in memory. */
export const KEPT_FOR_AN_HOUR = { ttl: 3_600_000, ttlAutopurge: true, noUpdateTTL: true } as const;
/** Bytes of the counts of a key beside its visitors. */
const COUNTS_BYTES = 512;

type Counts<Key> = ReadonlyMap<Key, SegmentCounts>;

/** Returns a function that stores what it has counted: builds never change. @param maxBytes memory for all stored counts. */
export function createCountSegments(maxBytes: number): CountSegments {
  const buckets = new LRUCache<string, Counts<number>>({
    maxSize: maxBytes / 2,
    sizeCalculation: bytesOf,
    ...KEPT_FOR_AN_HOUR,
  });
  const keys = new LRUCache<string, Counts<string>>({
    maxSize: maxBytes / 2,
    sizeCalculation: bytesOf,
    ...KEPT_FOR_AN_HOUR,
  });

  const countBuckets = async (run: RunStatement, plan: RollupPlan, withSeries: boolean) => {
    const name = countsName(plan, withSeries ? plan.buckets.map(({ startMs }) => startMs) : []);
    const stored = buckets.get(name);
    if (stored) return stored;
    const { data } = await run<BucketRow>(compileBuckets(plan, withSeries));
    const counted = new Map(data.map((row) => [row.bucket, countsOf(row)]));
    buckets.set(name, counted);
    return counted;
  };

  const countKeys = async (run: RunStatement, plan: RollupPlan, wanted: CandidateKeys) => {
    const found = new Map<string, Counts<string>>();
    const missing = new Map<string, readonly string[]>();
    for (const [dimension, listed] of listsOf(wanted)) {
      const stored = keys.get(countsName(plan, [dimension, ...listed]));
      if (stored) found.set(dimension, stored);
      else missing.set(dimension, listed);
    }
    if (missing.size === 0) return found;
    const { data } = await run<KeyRow>(compileKeys(plan, pairsOf(missing)));
    for (const [dimension, listed] of missing) {
      const rows = data.filter((row) => row.dimension === dimension);
      const counted = new Map(rows.map((row) => [row.shown, countsOf(row)]));
      keys.set(countsName(plan, [dimension, ...listed]), counted);
      found.set(dimension, counted);
    }
    return found;
  };

  return async (run, plan, { withSeries, keys: wanted }) => {
    const [ofBuckets, ofKeys] = await Promise.all([
      countBuckets(run, plan, withSeries),
      wanted ? countKeys(run, plan, wanted) : new Map<string, Counts<string>>(),
    ]);
    return { buckets: ofBuckets, keys: ofKeys };
  };
}

/** The keys of each dimension. */
function listsOf({ dimensions, keys }: CandidateKeys): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const [index, key] of keys.entries()) {
    const dimension = dimensions[index] ?? '';
    const list = lists.get(dimension);
    if (list) list.push(key);
    else lists.set(dimension, [key]);
  }
  return lists;
}

const pairsOf = (lists: ReadonlyMap<string, readonly string[]>): CandidateKeys => ({
  dimensions: [...lists].flatMap(([dimension, keys]) => keys.map(() => dimension)),
  keys: [...lists.values()].flat(),
});

const bytesOf = (counts: Counts<unknown>): number =>
  [...counts.values()].reduce((sum, { visitors }) => sum + COUNTS_BYTES + visitors.bytes, COUNTS_BYTES);

/** Identifies the builds of a plan. */
export function buildsOf({ scope, sources: { counted, beside, weeks } }: RollupPlan): string {
  const builds = [counted, beside, weeks].map((list) => list.map(({ build }) => build));
  return hashOf([scope.workspaceId, scope.siteId, builds]);
}

/** Identifies counts of a plan's builds. Names of paths can be long. */
export const countsName = (plan: RollupPlan, parts: readonly unknown[]): string =>
  hashOf([buildsOf(plan), parts]);

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** Counts of a row of a statement. */
interface CountsRow {
  /** Base64 of the state. */
  readonly numbers: string;
  readonly all_sessions: number;
  readonly views: number;
  readonly bounced: number;
  readonly ms: number;
  readonly bound: number;
}
type BucketRow = CountsRow & { readonly bucket: number };
type KeyRow = CountsRow & { readonly dimension: string; readonly shown: string };

const COUNTS = `base64Encode(CAST(groupBitmapMergeState(visitors), 'String')) AS numbers, sum(sessions) AS all_sessions,
  sum(pageviews) AS views, sum(bounces) AS bounced, sum(visitor_count) AS bound`;

const countsOf = ({ numbers, all_sessions, views, bounced, ms, bound }: CountsRow): SegmentCounts => ({
  visitors: new VisitorSet(Buffer.from(numbers, 'base64')),
  sessions: all_sessions,
  pageviews: views,
  bounces: bounced,
  duration_ms: ms,
  bound,
});

const siteParams = ({ scope }: RollupPlan) => ({ workspace_id: scope.workspaceId, site_id: scope.siteId });

/** A row for each bucket with events, and one for all events. */
function compileBuckets(plan: RollupPlan, withSeries: boolean): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings).replace('(ts)', '(start)');
  const all = 'toUInt32(0)';
  return {
    query: `SELECT ${withSeries ? `arrayJoin([${all}, ${bucket}])` : all} AS bucket, sum(duration_ms) AS ms, ${COUNTS}
FROM rollup_range_counts WHERE ${OF_SITE} AND build IN ${buildsSql(plan.sources.counted, bindings)} AND dimension = ''
GROUP BY bucket`,
    params: { ...siteParams(plan), ...bindings.params },
  };
}

/** A row for each of some stored keys with events. */
function compileKeys(plan: RollupPlan, keys: CandidateKeys): Statement {
  const bindings = new Bindings();
  const isWanted = `(counts.dimension, counts.key) IN (${pairsSql(keys, bindings)})`;
  const parts = (
    [
      ['rollup_week_counts', plan.sources.weeks],
      ['rollup_range_counts', withoutWeek(plan.sources)],
    ] as const
  )
    .filter(([, builds]) => builds.length > 0)
    .map(
      ([table, builds]) => `SELECT dimension, key, visitors, sessions, pageviews, bounces, visitor_count
FROM ${table} AS counts WHERE ${OF_SITE} AND build IN ${buildsSql(builds, bindings)} AND ${isWanted}`,
    );
  return {
    query: `SELECT toString(dimension) AS dimension, ${SHOWN_KEY} AS shown, 0 AS ms, ${COUNTS}
FROM (
${parts.join('\nUNION ALL\n')}
) GROUP BY dimension, shown`,
    params: { ...siteParams(plan), ...bindings.params },
  };
}
