import { PAGEVIEW } from '@headwater/protos/vocabulary';

/** What the tracker may send as a page is left: no sign of interest by itself. */
const ENGAGEMENT = 'engagement';

/** A row's moment as bytes that sort as it does: its milliseconds since 1970, highest byte first. */
const MOMENT = 'reinterpretAsFixedString(byteSwap(toUnixTimestamp64Milli(ts)))';
const MOMENT_BYTES = 8;

/**
 * The sessions of a scope, each judged by all of its events in the window, whatever the filters: `sid`, `bounced` (at
 * most one event beside engagement), `duration_ms` (first event to last) and the paths of its first and last pageview.
 *
 * @param scope from `scopeSql`.
 * @param having what a session must hold, over its rows.
 */
export function sessionsSql(scope: readonly string[], having: readonly string[] = []): string {
  // Of pageviews in the same millisecond the path decides, so that the answer is one. Both as one text: a tuple of them
  // takes far longer to compare.
  const page = (pick: 'minIf' | 'maxIf'): string =>
    `substring(${pick}(concat(${MOMENT}, pathname), name = '${PAGEVIEW}'), ${MOMENT_BYTES + 1})`;
  return [
    `SELECT session_id AS sid, countIf(name != '${ENGAGEMENT}') <= 1 AS bounced,`,
    '  toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts)) AS duration_ms,',
    `  ${page('minIf')} AS entry_page, ${page('maxIf')} AS exit_page`,
    'FROM events FINAL',
    `WHERE ${scope.join(' AND ')}`,
    'GROUP BY session_id',
    ...(having.length === 0 ? [] : [`HAVING countIf(${having.join(' AND ')}) > 0`]),
  ].join('\n');
}
