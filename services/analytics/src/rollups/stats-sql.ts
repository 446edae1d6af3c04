import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsWithSessionsSql, scopeSql } from '../query/compile';
import { keySql, storedValues, type BreakdownPlan, type Dimension } from '../query/dimensions';
import { filtersSql } from '../query/filters';
import type { VisitPlan } from '../query/plan';
import { OF_SITE } from './segments';
import type { Sources } from './sources';
import {
  buildsSql,
  candidateKeysSql,
  candidatesSql,
  pairsSql,
  restSql,
  SHOWN_KEY,
  withoutWeek,
  type CandidateKeys,
  type RollupBreakdown,
} from './sources-sql';

/** A plan and its sources. */
export interface RollupPlan extends VisitPlan {
  readonly sources: Sources;
}

/** The results of a statement in addition to the totals. */
export interface RollupSelection extends FilteredSelection {
  readonly breakdowns: readonly RollupBreakdown[];
  /** The candidates of all dimensions, if they are known. */
  readonly keys: CandidateKeys | undefined;
}

/** What a statement with filters counts: all keys. */
export interface FilteredSelection {
  readonly withSeries: boolean;
  /** Of distinct dimensions. */
  readonly breakdowns: readonly BreakdownPlan[];
}

/** Counts of a key of a dimension. '' is the dimension of all events: of the bucket that starts at a Unix second, or of all (0). */
export interface RollupRow {
  readonly dimension: string;
  readonly bucket: number;
  readonly key: string;
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
  readonly bounces: number;
  /** Only counted for all events. */
  readonly duration_ms: number;
  /** Max visitors of a key that is not among the dimension's candidates. */
  readonly beside: number;
}

/**
 * The totals, the series and the breakdowns of a plan, in one pass over its segments and over all other events. Bitmaps are merged
 * for the keys with the largest sums of visitors in the segments only. The rows of a dimension are exact if the last one has more visitors
 * than `beside`, or if `beside` is 0.
 */
export function compileRollupStats(plan: RollupPlan, selection: RollupSelection): Statement {
  const bindings = new Bindings();
  const { breakdowns, withSeries } = selection;
  const candidates = candidatesSql(breakdowns, bindings);
  const listed = listedKeysSql(breakdowns, bindings);
  const bucket = bucketSql(plan.buckets, bindings).replace('(ts)', '(start)');
  const { counted, weeks } = plan.sources;
  const parts = [restRowsSql(plan, selection, bindings)];
  // By keys, no duration is stored.
  const ofKeys = { dimension: 'counts.dimension', shown: SHOWN_KEY, bound: 'visitor_count' };
  const isTotal = "counts.dimension = ''";
  let isCounted = isTotal;
  if (breakdowns.length > 0) {
    const keys =
      listed ??
      (selection.keys
        ? pairsSql(selection.keys, bindings)
        : candidateKeysSql(plan.sources, breakdowns, bindings));
    const isCandidate = `(counts.dimension, counts.key) IN (${keys})`;
    if (weeks.length > 0)
      parts.push(`${selectPart({ ...ofKeys, ms: 'toInt64(0)' })}
FROM rollup_week_counts AS counts WHERE ${OF_SITE} AND build IN ${buildsSql(weeks, bindings)} AND ${isCandidate}`);
    const single = withoutWeek(plan.sources);
    if (single.length > 0)
      isCounted = `(${isTotal} OR build IN ${buildsSql(single, bindings)} AND ${isCandidate})`;
  }
  // The totals and the keys in one part: each part takes time to plan.
  const all = '[toUInt32(0)]';
  parts.push(`${selectPart({
    ...ofKeys,
    shown: `if(${isTotal}, '', ${SHOWN_KEY})`,
    bucket: `arrayJoin(${withSeries ? `if(${isTotal}, [toUInt32(0), ${bucket}], ${all})` : all})`,
  })}
FROM rollup_range_counts AS counts WHERE ${OF_SITE} AND build IN ${buildsSql(counted, bindings)} AND ${isCounted}`);
  return {
    query: `SELECT dimension, bucket, key, visitors, sessions, pageviews, bounces, duration_ms, beside FROM (
SELECT *, countIf(is_candidate) OVER of_dimension AS found,
  if(found < ${candidates}, 0, minIf(max_visitors, is_candidate) OVER of_dimension + maxIf(max_visitors, NOT is_candidate) OVER of_dimension) AS beside
FROM (
SELECT dimension, bucket, shown AS key, groupBitmapMerge(numbers) + sum(others) AS visitors, sum(all_sessions) AS sessions,
  sum(views) AS pageviews, sum(bounced) AS bounces, sum(ms) AS duration_ms,
  max(in_segment) AS is_candidate, if(is_candidate, sumIf(bound, in_segment), sum(bound)) AS max_visitors
FROM (
${parts.join('\nUNION ALL\n')}
)${ofListedKeys(listed)} GROUP BY dimension, bucket, shown
) WINDOW of_dimension AS (PARTITION BY dimension)
) WHERE is_candidate OR found < ${candidates} OR dimension = ''
ORDER BY dimension ASC, bucket ASC, visitors DESC, key ASC
LIMIT ${bindings.bind('limit', 'UInt16', maxLimit(breakdowns))} BY dimension, bucket`,
    params: { workspace_id: plan.scope.workspaceId, site_id: plan.scope.siteId, ...bindings.params },
  };
}

/** The stored keys that breakdowns list; undefined: all keys are counted. */
export function listedKeys(breakdowns: readonly BreakdownPlan[]): CandidateKeys | undefined {
  const pairs = breakdowns.flatMap(({ dimension, keys = [] }) =>
    storedValues(keys).map((key) => [dimension.key, key] as const),
  );
  if (pairs.length === 0) return undefined;
  return { dimensions: pairs.map(([dimension]) => dimension), keys: pairs.map(([, key]) => key) };
}

/** SQL of the keys that breakdowns list; undefined: all keys are counted. */
export function listedKeysSql(breakdowns: readonly BreakdownPlan[], bindings: Bindings): string | undefined {
  const listed = listedKeys(breakdowns);
  return listed && pairsSql(listed, bindings);
}

/** SQL of the condition on rows of parts that leaves out other keys. @param keys from `listedKeysSql`. */
export const ofListedKeys = (keys: string | undefined): string =>
  keys === undefined ? '' : ` WHERE dimension = '' OR (dimension, shown) IN (${keys})`;

/** The most rows of a breakdown; the series has one row for each bucket. */
export const maxLimit = (breakdowns: readonly BreakdownPlan[]): number =>
  Math.max(1, ...breakdowns.map(({ limit }) => limit));

/** The columns of a part of the statement, with the values of a part that lacks them. */
const PART = {
  dimension: "''",
  /** Unix second; 0: all. */
  bucket: 'toUInt32(0)',
  shown: "''",
  /** Bitmap of the visitors with a number. */
  numbers: 'visitors',
  /** Number of visitors without a number, which are in no segment. */
  others: 'toUInt64(0)',
  all_sessions: 'sessions',
  views: 'pageviews',
  bounced: 'bounces',
  ms: 'toInt64(duration_ms)',
  /** Max visitors of a key: the sum over the segments. */
  bound: 'toUInt64(0)',
  in_segment: '1',
} as const;

type PartColumns = Record<keyof typeof PART, string>;

export const selectPart = (columns: Partial<PartColumns>): string =>
  `SELECT ${Object.entries({ ...PART, ...columns })
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')}`;

/** A grouping set of a part. */
interface Group {
  readonly name: string;
  /** '' for the buckets. */
  readonly dimension: string;
  readonly sql: string;
}

/** The grouping sets of dimensions with a column, and of the buckets. @param bucket SQL of the bucket of a row. */
export function groupsOf(dimensions: readonly Dimension[], bucket: string | undefined): readonly Group[] {
  return [
    ...dimensions.map((dimension, index) => ({
      name: `key_${index}`,
      dimension: dimension.key,
      sql: keySql(dimension, dimension.key),
    })),
    ...(bucket === undefined ? [] : [{ name: 'in_bucket', dimension: '', sql: bucket }]),
  ];
}

/** SQL of the columns of grouping sets, after those of a source. */
export const groupColumns = (groups: readonly Group[]): string =>
  groups.map(({ name, sql }) => `, ${sql} AS ${name}`).join('');

/**
 * SQL of a part that groups a source by each of some grouping sets, and counts all of it.
 *
 * @param source SQL of rows with the columns of the groups.
 */
export function groupedPart(groups: readonly Group[], columns: Partial<PartColumns>, source: string): string {
  const names = groups.map(({ name }) => name);
  const keys = groups.filter(({ dimension }) => dimension !== '').map(({ name }) => name);
  // The bits of grouping() are those of its arguments, in their order; that of the column in the grouping set is 0.
  const all = 2 ** names.length - 1;
  const codes = names.map((_, index) => all - 2 ** (names.length - 1 - index));
  const selected = selectPart({
    ...(keys.length > 0
      ? {
          dimension: `['${groups.map(({ dimension }) => dimension).join("', '")}'][indexOf([${codes.join(', ')}], grouping(${names.join(', ')}))]`,
          shown: `arrayStringConcat([${keys.join(', ')}])`,
        }
      : {}),
    ...(names.includes('in_bucket') ? { bucket: 'in_bucket' } : {}),
    ...columns,
  });
  return `${selected}\nFROM (\n${source}\n) GROUP BY GROUPING SETS (${[...names, ''].map((name) => `(${name})`).join(', ')})`;
}

/**
 * The rows of the events that no counted segment contains and that pass the filters: for all of them, for each bucket, and for each
 * key.
 *
 * @param numbers the aggregate function of visitors with a number.
 */
export function restRowsSql(
  plan: RollupPlan,
  { withSeries, breakdowns }: FilteredSelection,
  bindings: Bindings,
  numbers: 'groupBitmap' | 'uniqExact' = 'groupBitmap',
): string {
  const dimensions = breakdowns.map(({ dimension }) => dimension);
  const groups = groupsOf(dimensions, withSeries ? bucketSql(plan.buckets, bindings) : undefined);
  const columns = {
    numbers: `${numbers}StateIf(number, number > 0)`,
    others: 'uniqExactIf(visitor_id, number = 0)',
    all_sessions: 'uniqExact(session_id)',
    views: `countIf(name = '${PAGEVIEW}')`,
    bounced: 'uniqExactIf(session_id, is_bounced)',
    ms: 'sum(session_ms)',
    bound: 'uniqExact(visitor_id)',
    in_segment: '0',
  };
  const events = restEventsSql(plan, dimensions, bindings);
  return groupedPart(
    groups,
    columns,
    `SELECT number, visitor_id, session_id, name, is_bounced, session_ms${groupColumns(groups)}
FROM (${filteredSql(plan, events, bindings)})`,
  );
}

/** The events that pass the filters of a plan. The first of them in each session has the session's duration. */
function filteredSql({ rowFilters, sessionFilters }: RollupPlan, events: string, bindings: Bindings): string {
  const conditions = filtersSql([...rowFilters, ...sessionFilters], bindings);
  if (conditions.length === 0) return events;
  return `SELECT * EXCEPT all_ms, if(row_number() OVER (PARTITION BY session_id) = 1, all_ms, 0) AS session_ms
FROM (SELECT * EXCEPT session_ms, sum(session_ms) OVER (PARTITION BY session_id) AS all_ms FROM (${events}))
WHERE ${conditions.join(' AND ')}`;
}

/** The events of the window that no counted segment contains, with the columns of their session. */
function restEventsSql(plan: RollupPlan, dimensions: readonly Dimension[], bindings: Bindings): string {
  const filtered = plan.rowFilters.map(({ dimension }) => dimension);
  const keys = [...dimensions, ...filtered].filter(({ kind }) => kind === 'column').map(({ key }) => key);
  const columns = new Set(['ts', 'name', 'visitor_id', 'session_id', 'pathname', ...keys]);
  const source = restSql(plan.sources, { columns: [...columns], bindings });
  return eventsWithSessionsSql(scopeSql(plan.scope, bindings), source);
}
