import { PAGEVIEW } from '@headwater/protos/vocabulary';

/** What the tracker may send as a page is left: no sign of interest by itself. */
const ENGAGEMENT = 'engagement';

/**
 * The sessions of a scope, each judged by all of its events in the window, whatever the filters: `sid`, `bounced` (at
 * most one event beside engagement), `duration_ms` (first event to last) and the paths of its first and last pageview.
 *
 * @param scope from `scopeSql`.
 * @param having what a session must hold, over its rows.
 */
export function sessionsSql(scope: readonly string[], having: readonly string[] = []): string {
  // Of pageviews in the same millisecond the path decides, so that the answer is one.
  const page = (pick: 'argMinIf' | 'argMaxIf'): string =>
    `${pick}(pathname, (ts, pathname), name = '${PAGEVIEW}')`;
  return [
    `SELECT session_id AS sid, countIf(name != '${ENGAGEMENT}') <= 1 AS bounced,`,
    '  toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts)) AS duration_ms,',
    `  ${page('argMinIf')} AS entry_page, ${page('argMaxIf')} AS exit_page`,
    'FROM events FINAL',
    `WHERE ${scope.join(' AND ')}`,
    'GROUP BY session_id',
    ...(having.length === 0 ? [] : [`HAVING countIf(${having.join(' AND ')}) > 0`]),
  ].join('\n');
}
