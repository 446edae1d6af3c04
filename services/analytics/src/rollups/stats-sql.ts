import { Bindings, type Statement } from '../query/bindings';
import { bucketSql } from '../query/compile';
import { storedValues, type BreakdownPlan } from '../query/dimensions';
import { lateParts } from './late-sql';
import { selectPart } from './parts-sql';
import { restRowsSql } from './rest-sql';
import type { RollupPlan, RollupSelection } from './rollup-plan';
import { OF_SITE } from './segments';
import {
  buildsSql,
  candidateKeysSql,
  candidatesSql,
  pairsSql,
  SHOWN_KEY,
  withoutWeek,
  type CandidateKeys,
} from './sources-sql';

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
  const parts = [restRowsSql(plan, selection, bindings), ...lateParts(plan, selection, bindings)];
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
      parts.push(`${selectPart({ ...ofKeys, ms: '0' })}
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
) WHERE dimension = '' OR sessions > 0 AND (is_candidate OR found < ${candidates})
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
