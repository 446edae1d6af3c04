import { Bindings, type Statement } from '../query/bindings';
import { keySql, type Dimension } from '../query/dimensions';
import { selectPart } from './parts-sql';
import { restEventsSql } from './rest-sql';
import type { FilteredSelection, RollupPlan } from './rollup-plan';
import { OF_SITE } from './segments';
import { sessionRowsParts } from './session-rows-sql';
import type { LateSegment } from './sources';
import { buildsSql, lateRowsSql, numbersOf } from './sources-sql';

// The stored counts of the visitors of late events are subtracted, because all of their events are read. Their numbers stay in the bitmaps:
// all of their earlier events are among those that are read, in the same buckets and with the same keys. Only the first or last page of
// a session can be another one.

/** The counted segments with stored counts of visitors of late events. */
function countedLate({ sources: { counted, late } }: RollupPlan): readonly LateSegment[] {
  const builds = new Set(counted.map(({ build }) => build));
  return late.filter((segment) => builds.has(segment.build) && numbersOf(segment).length > 0);
}

/** Parts that subtract the stored counts. */
export function lateParts(
  plan: RollupPlan,
  selection: FilteredSelection,
  bindings: Bindings,
): readonly string[] {
  return [
    ...countsParts(plan, selection, bindings),
    ...pagesOf(plan, selection).map((page) => {
      const rest = restEventsSql(plan, [page], bindings);
      return `${selectPart({ ...NO_COUNTS, dimension: `'${page.key}'`, shown: 'page', others: '-toInt64(count())' })}
FROM (${oldPagesSql(plan, page, bindings)})
WHERE (page, number) GLOBAL NOT IN (SELECT ${keySql(page, page.key)}, number FROM (${rest}))
GROUP BY page`;
    }),
  ];
}

const NO_COUNTS = {
  numbers: 'groupBitmapStateIf(toUInt32(0), 0)',
  ...{ all_sessions: '0', views: '0', bounced: '0', ms: '0', in_segment: '0' },
} as const;

/** The dimensions of a selection whose bitmaps can have a visitor too many. */
const pagesOf = (plan: RollupPlan, { breakdowns }: FilteredSelection): readonly Dimension[] =>
  countedLate(plan).length === 0
    ? []
    : breakdowns.map(({ dimension }) => dimension).filter(({ kind }) => kind === 'session');

function countsParts(plan: RollupPlan, selection: FilteredSelection, bindings: Bindings): readonly string[] {
  const late = countedLate(plan);
  if (late.length === 0) return [];
  const conditions = [
    OF_SITE,
    `build IN ${buildsSql(late, bindings)}`,
    lateRowsSql(late, 'number', bindings),
  ];
  return sessionRowsParts(plan, selection, { conditions, bindings, numbers: 'none' });
}

/** SQL of the earlier pages of these visitors with which no other session in a roll-up begins or ends: `page` and `number`. */
function oldPagesSql(plan: RollupPlan, page: Dimension, bindings: Bindings): string {
  const late = countedLate(plan);
  const numbers = bindings.bind(
    'late_visitors',
    'Array(UInt64)',
    [...new Set(late.flatMap((segment) => numbersOf(segment)))].map(BigInt),
  );
  const isLate = lateRowsSql(late, 'number', bindings);
  const rows = `SELECT DISTINCT ${keySql(page, page.key)} AS page, number FROM rollup_session_rows WHERE ${OF_SITE}`;
  return `SELECT page, number FROM (${rows} AND build IN ${buildsSql(late, bindings)} AND ${isLate})
WHERE (page, number) GLOBAL NOT IN (
  ${rows} AND build IN ${buildsSql(plan.sources.counted, bindings)} AND number IN ${numbers} AND NOT ${isLate}
)`;
}

/** The rows to add to those of the same buckets and keys; undefined: there are none. */
export function compileLateRows(plan: RollupPlan, selection: FilteredSelection): Statement | undefined {
  const bindings = new Bindings();
  const parts = countsParts(plan, selection, bindings);
  if (parts.length === 0) return undefined;
  return {
    query: `SELECT dimension, bucket, shown AS key, sum(all_sessions) AS sessions, sum(views) AS pageviews,
  sum(bounced) AS bounces, sum(ms) AS duration_ms
FROM (
${parts.join('\nUNION ALL\n')}
) GROUP BY dimension, bucket, shown`,
    params: siteParams(plan, bindings),
  };
}

/** A row for each page with the numbers of its earlier visitors; undefined: there are none. */
export function compileOldPages(plan: RollupPlan, selection: FilteredSelection): Statement | undefined {
  const bindings = new Bindings();
  const parts = pagesOf(plan, selection).map(
    (page) => `SELECT '${page.key}' AS dimension, page AS key, groupUniqArray(number) AS numbers
FROM (${oldPagesSql(plan, page, bindings)}) GROUP BY page`,
  );
  if (parts.length === 0) return undefined;
  return { query: parts.join('\nUNION ALL\n'), params: siteParams(plan, bindings) };
}

const siteParams = ({ scope }: RollupPlan, bindings: Bindings) => ({
  workspace_id: scope.workspaceId,
  site_id: scope.siteId,
  ...bindings.params,
});
