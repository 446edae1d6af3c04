import type { Bindings } from '../query/bindings';
import { bucketSql } from '../query/compile';
import type { Dimension } from '../query/dimensions';
import type { VisitPlan } from '../query/plan';
import { groupColumns, groupedPart, groupsOf, selectPart } from './parts-sql';
import { SESSION_COUNTS, SHOWN_KEY } from './sources-sql';
import type { FilteredSelection } from './rollup-plan';

interface RowsSelection {
  /** SQL of conditions on rows of `rollup_session_rows`. */
  readonly conditions: readonly string[];
  readonly bindings: Bindings;
  /** The aggregate function of visitors. 'none': the counts are negative, and no visitors are counted. */
  readonly numbers: 'uniqExact' | 'none';
}

/** Parts with the counts of rows of sessions: of all of them, by bucket and by key. */
export function sessionRowsParts(
  { buckets }: Pick<VisitPlan, 'buckets'>,
  { breakdowns, withSeries }: FilteredSelection,
  { conditions, bindings, numbers }: RowsSelection,
): readonly string[] {
  const isNegative = numbers === 'none';
  const signed = (sql: string): string => (isNegative ? `-toInt64(${sql})` : sql);
  const none = isNegative ? 'groupBitmapStateIf(toUInt32(0), 0)' : 'uniqExactStateIf(toUInt32(0), 0)';
  const counts = {
    numbers: isNegative ? none : 'uniqExactState(number)',
    all_sessions: signed(SESSION_COUNTS.sessions),
    views: signed('sum(pageviews)'),
    bounced: signed(SESSION_COUNTS.bounces),
    ...(isNegative ? { in_segment: '0' } : {}),
  };
  const sessions = `FROM rollup_session_rows WHERE ${conditions.join(' AND ')}`;
  const dimensions = breakdowns.map(({ dimension }) => dimension);
  const bucket = withSeries ? bucketSql(buckets, bindings).replace('(ts)', '(start)') : undefined;
  const groups = groupsOf(
    dimensions.filter((dimension) => !isPath(dimension)),
    bucket,
  );
  return [
    groupedPart(
      groups,
      { ...counts, ms: signed('sumIf(duration_ms, session_id = 0)') },
      `SELECT number, session_id, pageviews, bounced, duration_ms${groupColumns(groups)} ${sessions}`,
    ),
    // The durations of sessions with several rows.
    selectPart({
      ...{ numbers: none, all_sessions: '0', views: '0', bounced: '0' },
      ms: signed('sum(session_ms)'),
      in_segment: isNegative ? '0' : '1',
    }) + `\nFROM (SELECT any(duration_ms) AS session_ms ${sessions} AND session_id > 0 GROUP BY session_id)`,
    ...dimensions.filter(isPath).map(
      ({ key }) =>
        selectPart({
          dimension: `'${key}'`,
          shown: SHOWN_KEY,
          ...counts,
          views: signed('sum(path_views)'),
          ms: '0',
        }) +
        `\nFROM (SELECT number, session_id, bounced, paths.1 AS key, paths.2 AS path_views
FROM (SELECT number, session_id, bounced, arrayJoin(arrayZip(paths, path_pageviews)) AS paths ${sessions}))
GROUP BY shown`,
    ),
  ];
}

/** Rows of sessions have a list of paths. */
const isPath = ({ key }: Dimension): boolean => key === 'pathname';
