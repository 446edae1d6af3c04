import { QUERY_LIMITS } from '@headwater/protos/limits';
import { DIMENSION_COLUMNS, NONE, PAGEVIEW, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { ALL_EVENTS, bouncesSql } from '../query/compile';
import { OF_SITE } from './segments';
import {
  EVENT_COLUMNS,
  NO_DIMENSIONS,
  numbersSql,
  ROW_KEYS,
  SESSION_COUNTS,
  SESSION_KEY,
  WITHOUT_COLUMNS,
} from './sources-sql';

// The statements of `buildSegment`, in the order of their execution after the first two. On a cluster, sessions and visitors have all of
// their events on one shard, and all numbers and crossing events there. GLOBAL: their keys in roll-ups are on another one. ClickHouse
// moves no GLOBAL condition to PREWHERE.

const INSIDE = "ts >= {start:DateTime64(3, 'UTC')} AND ts < {end:DateTime64(3, 'UTC')}";
const MARGINS = `(ts >= {start:DateTime64(3, 'UTC')} - INTERVAL 1 HOUR AND ts < {start:DateTime64(3, 'UTC')}
  OR ts >= {end:DateTime64(3, 'UTC')} AND ts < {end:DateTime64(3, 'UTC')} + INTERVAL 1 HOUR)`;
const SCOPE = [
  'workspace_id = {workspace_id:UInt64}',
  'site_id = {site_id:UInt64}',
  ...INSIDE.split(' AND '),
];
// Without aliases: conditions would compare these values instead of columns with the same name.
const OWN_COLUMNS =
  "{workspace_id:UInt64}, {site_id:UInt64}, toDateTime({start:DateTime64(3, 'UTC')}, 'UTC'), {build:UInt64}";
const ERASED = 'SELECT visitor_id FROM erased_visitors WHERE workspace_id = {workspace_id:UInt64}';
const CROSSING = `SELECT session_id FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64}`;
const VISITORS = `SELECT visitor_id FROM events WHERE ${OF_SITE} AND ${INSIDE}`;

/** Whether an event of an erased visitor is stored. A build would still count it after its deletion. */
export const ERASING_SQL = `SELECT count() AS found
FROM (SELECT visitor_id, ts, received_at FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND visitor_id IN (${ERASED})) AS stored
INNER JOIN (
  SELECT visitor_id AS id, max(erased_at) AS erased FROM erased_visitors WHERE workspace_id = {workspace_id:UInt64} GROUP BY id
) AS erasures ON visitor_id = id
WHERE ts <= erased OR (received_at > toDateTime64('1971-01-01 00:00:00', 3, 'UTC') AND received_at <= erased)`;

export const NUMBER_SQL = `INSERT INTO rollup_visitors (workspace_id, site_id, visitor_id, number, build)
SELECT {workspace_id:UInt64}, {site_id:UInt64}, visitor_id, toUInt32(next + throwIf(next > 4294967295, 'The site has no number left for a visitor.')),
  {build:UInt64}
FROM (
  SELECT visitor_id, {numbers:UInt64} + 1 + rowNumberInAllBlocks() AS next
  FROM (
    SELECT DISTINCT visitor_id FROM events
    WHERE ${OF_SITE} AND ${INSIDE} AND visitor_id NOT IN (${ERASED})
      AND visitor_id NOT IN (SELECT id FROM (${numbersSql(VISITORS)}))
  )
)`;

/** The numbers of the range's visitors, with those that this build has assigned. */
const NUMBERS = numbersSql(VISITORS).replace(
  'build GLOBAL IN (SELECT build',
  'build GLOBAL IN (SELECT {build:UInt64} UNION ALL SELECT build',
);

/**
 * The events of sessions that are not within the range: with an event in the hour before or after it, or in another build. A
 * session that has events elsewhere, later than an hour and in no build, is found by queries.
 */
export const CROSSING_SQL = `INSERT INTO rollup_crossing (workspace_id, site_id, start, build, number, ${EVENT_COLUMNS}, props)
SELECT ${OWN_COLUMNS}, number, ${EVENT_COLUMNS}, if(number = 0, props, CAST(map(), 'Map(LowCardinality(String), String)'))
FROM (
  SELECT ${EVENT_COLUMNS}, props FROM ${ALL_EVENTS}
  WHERE ${OF_SITE} AND ${INSIDE} AND (
    session_id IN (SELECT session_id FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${MARGINS})
    OR session_id IN (SELECT session_id FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND visitor_id IN (${ERASED}))
    OR ${SESSION_KEY} IN (SELECT ${SESSION_KEY} FROM rollup_crossing WHERE ${OF_SITE} AND build IN {others:Array(UInt64)})
    OR ${SESSION_KEY} GLOBAL IN (
      SELECT session_key FROM rollup_session_keys
      PREWHERE session_key GLOBAL IN (SELECT ${SESSION_KEY} FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE})
      WHERE ${OF_SITE} AND build IN {others:Array(UInt64)}
    )
  )
) AS crossing LEFT JOIN (${NUMBERS}) AS numbered ON visitor_id = id`;

/** The other builds that count a session of this one. */
export const CONFLICTS_SQL = `SELECT DISTINCT toString(build) AS other FROM rollup_session_keys
PREWHERE session_key GLOBAL IN (SELECT ${SESSION_KEY} FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64})
WHERE ${OF_SITE} AND build IN {others:Array(UInt64)}`;

export const SESSIONS_SQL = `INSERT INTO rollup_session_keys (workspace_id, site_id, start, build, session_key)
SELECT ${OWN_COLUMNS}, session_key
FROM (
  SELECT DISTINCT ${SESSION_KEY} AS session_key FROM ${ALL_EVENTS}
  WHERE ${OF_SITE} AND ${INSIDE} AND session_id NOT IN (${CROSSING})
)`;

/** The sessions of the range with their pages; none of them has an event in the margins. */
const WHOLE_SESSIONS = `SELECT * FROM (${bouncesSql(SCOPE)}) WHERE sid NOT IN (${CROSSING})`;
const WHOLE_EVENTS = `${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND session_id NOT IN (${CROSSING})`;
const SESSION_VALUES = ROW_KEYS.join(', ');
/** The dimensions of which a row of a session has one value. */
const SESSION_KEYS_OF_ROWS = VISIT_DIMENSIONS.filter((key) => key !== 'pathname');
/** Responses show empty values as `(none)`. A session with both must count once in that row. */
const shownAlike = (column: string): string => `transform(${column}, ['${NONE}'], [''])`;

/** Values stay as they are, because filters compare them; except paths, which are only counted. */
export const SESSION_ROWS_SQL = `INSERT INTO rollup_session_rows (workspace_id, site_id, start, build, session_id, number, bounced, duration_ms,
  pageviews, paths, path_pageviews, entry_page, exit_page, ${SESSION_VALUES})
SELECT ${OWN_COLUMNS}, if(rows_of_session > 1, session_id, 0), number, bounced, duration_ms, views,
  arrayCompact(sorted), arrayPopFront(arrayDifference(arrayPushFront(sums, 0))), entry_page, exit_page, ${SESSION_VALUES}
FROM (
  SELECT *, visited.1 AS sorted, count() OVER (PARTITION BY session_id) AS rows_of_session,
    -- The pageviews up to the last event of each path.
    arrayFilter((views_until, path, next) -> path != next, arrayCumSum(visited.2), sorted, arrayPushBack(arrayPopFront(sorted), concat(sorted[-1], '+'))) AS sums
  FROM (
    SELECT session_id, visitor_id, ${SESSION_VALUES}, countIf(name = '${PAGEVIEW}') AS views,
      arraySort(groupArray((toString(${shownAlike('pathname')}), name = '${PAGEVIEW}'))) AS visited
    FROM ${WHOLE_EVENTS} GROUP BY session_id, visitor_id, ${SESSION_VALUES}
  )
) AS parts
  INNER JOIN (${WHOLE_SESSIONS}) AS visits ON session_id = sid
  INNER JOIN (${NUMBERS}) AS numbered ON visitor_id = id`;

const KEY_COLUMNS =
  'workspace_id, site_id, start, build, dimension, key, visitors, visitor_count, sessions, bounces, pageviews';
const ROW_COLUMNS = KEY_COLUMNS.replace('pageviews', 'duration_ms, pageviews, events');

/** The sessions of the build, which are a third of its events, with all values that are counted. */
const ROWS = `rollup_session_rows WHERE ${OF_SITE} AND build = {build:UInt64}`;
const COUNTS_OF_ROWS = `groupBitmapState(number), groupBitmap(number), ${SESSION_COUNTS.sessions}, ${SESSION_COUNTS.bounces}`;

export const TOTALS_SQL = `INSERT INTO rollup_range_counts (${ROW_COLUMNS})
SELECT ${OWN_COLUMNS}, '', '', ${COUNTS_OF_ROWS},
  sumIf(duration_ms, session_id = 0) + (SELECT sum(ms) FROM (SELECT any(duration_ms) AS ms FROM ${ROWS} AND session_id > 0 GROUP BY session_id)),
  sum(pageviews), (SELECT count() FROM ${WHOLE_EVENTS})
FROM ${ROWS}`;

const SHOWN_KEYS = SESSION_KEYS_OF_ROWS.map((key) => `${shownAlike(key)} AS ${key}`).join(', ');
const KEYS = SESSION_KEYS_OF_ROWS.map((key) => `(${key})`).join(', ');
/** The bits of grouping() are those of its columns, in their order; that of the column in the grouping set is 0. */
const groupingCodes = (keys: readonly string[]): readonly number[] =>
  keys.map((_, index) => 2 ** keys.length - 1 - 2 ** (keys.length - 1 - index));
const NAMES = SESSION_KEYS_OF_ROWS.join(', ');
export const DIMENSIONS_SQL = `INSERT INTO rollup_range_counts (${KEY_COLUMNS})
SELECT ${OWN_COLUMNS}, ['${SESSION_KEYS_OF_ROWS.join("', '")}'][indexOf([${groupingCodes(SESSION_KEYS_OF_ROWS).join(', ')}], grouping(${NAMES}))],
  arrayStringConcat([${NAMES}]), ${COUNTS_OF_ROWS}, sum(pageviews)
FROM (SELECT * REPLACE (${SHOWN_KEYS}) FROM ${ROWS})
GROUP BY GROUPING SETS (${KEYS})`;

export const PATHS_SQL = `INSERT INTO rollup_range_counts (${KEY_COLUMNS})
SELECT ${OWN_COLUMNS}, 'pathname', path, ${COUNTS_OF_ROWS}, sum(views)
FROM (
  SELECT number, session_id, bounced, visited.1 AS path, visited.2 AS views
  FROM (SELECT number, session_id, bounced, arrayJoin(arrayZip(paths, path_pageviews)) AS visited FROM ${ROWS})
)
GROUP BY path`;

const EVENT_ROWS = `rollup_event_counts WHERE ${OF_SITE} AND build = {build:UInt64}`;
const EVENT_COUNTS = `INSERT INTO rollup_event_counts (workspace_id, site_id, start, build, name, dimension, key, visitors, events)
SELECT ${OWN_COLUMNS}`;
/** SQL of the events of visitors with a number. Those of others cross: see `CROSSING_SQL`. */
const numberedSql = (columns: string, condition = '1'): string => `(
  SELECT name, visitor_id, ${columns} FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND ${condition}
) AS counted INNER JOIN (${NUMBERS}) AS numbered ON visitor_id = id`;

export const EVENT_NAMES_SQL = `${EVENT_COUNTS}, name, '', '', groupBitmapState(number), count()
FROM ${numberedSql('ts')}
GROUP BY name`;

const NO_VISITORS = "arrayReduce('groupBitmapState', emptyArrayUInt32())";
/** Names with rows of dimensions. More of them are hardly events: a site can put an id into the name of each. */
const MAX_NAMES = 100;
/** Properties of a name. With more, their keys are hardly properties, but values. */
const MAX_PROPERTIES = QUERY_LIMITS.maxPropertyKeys;
/**
 * A dimension with about as many keys of a hundred bytes has one row without a key: a query that sums all of them would take longer than with
 * events. Longer keys count as more.
 */
const MAX_KEYS = 20_000;
const areTooMany = (keys: string, length: string): string =>
  `${keys} * greatest(1, avg(length(${length})) / 100) > ${MAX_KEYS}`;

export const MORE_NAMES_SQL = `${EVENT_COUNTS}, name, '${NO_DIMENSIONS}', '', ${NO_VISITORS}, 0
FROM (SELECT name FROM ${EVENT_ROWS} AND dimension = '' ORDER BY events DESC, name OFFSET ${MAX_NAMES})`;

const NAMES_WITH_DIMENSIONS = `SELECT name FROM ${EVENT_ROWS} AND dimension = ''
  AND name NOT IN (SELECT name FROM ${EVENT_ROWS} AND dimension = '${NO_DIMENSIONS}')`;
const EACH_PROPERTY = 'ARRAY JOIN mapKeys(props) AS property, mapValues(props) AS value';
const PROPERTY_DIMENSION = "concat('props.', property)";

export const LARGE_PROPERTIES_SQL = `${EVENT_COUNTS}, name, dimension, '', ${NO_VISITORS}, 0
FROM (
  SELECT name, arrayJoin(if(count() > ${MAX_PROPERTIES}, ['${NO_DIMENSIONS}'], groupArrayIf(${PROPERTY_DIMENSION}, is_large))) AS dimension
  FROM (
    SELECT name, property, ${areTooMany('uniqHLL12(value)', 'value')} AS is_large
    FROM ${ALL_EVENTS} ${EACH_PROPERTY}
    WHERE ${OF_SITE} AND ${INSIDE} AND notEmpty(props) AND name GLOBAL IN (${NAMES_WITH_DIMENSIONS})
    GROUP BY name, property
  )
  GROUP BY name
)`;

/** Pageviews and engagement have no rows of columns: nearly all queries about them are about visits. */
const NAMES_WITH_COLUMNS = `name NOT IN ('${WITHOUT_COLUMNS.join("', '")}') AND name GLOBAL IN (${NAMES_WITH_DIMENSIONS})`;

/** The columns with too many keys of visits, which most events have, too. */
export const LARGE_COLUMNS_SQL = `SELECT toString(dimension) AS large FROM rollup_range_counts
WHERE ${OF_SITE} AND build = {build:UInt64} AND dimension != '' GROUP BY large HAVING ${areTooMany('count()', 'key')}`;

/** @param large the columns of `LARGE_COLUMNS_SQL`. Never all of them: channels and devices are few. */
export function eventColumnsSql(large: readonly string[]): string {
  const columns = DIMENSION_COLUMNS.filter((column) => !large.includes(column));
  const missing = DIMENSION_COLUMNS.filter((column) => large.includes(column));
  const names = columns.join(', ');
  const shown = columns.map((column) => `${shownAlike(column)} AS ${column}`).join(', ');
  return `${EVENT_COUNTS}, name, dimension, key, numbers, counted
FROM (
  SELECT name, ['${columns.join("', '")}'][indexOf([${groupingCodes(columns).join(', ')}], grouping(${names}))] AS dimension,
    arrayStringConcat([${names}]) AS key, groupBitmapState(number) AS numbers, count() AS counted
  FROM (SELECT * REPLACE (${shown}) FROM ${numberedSql(names, NAMES_WITH_COLUMNS)})
  GROUP BY GROUPING SETS (${columns.map((column) => `(name, ${column})`).join(', ')})
  UNION ALL
  SELECT name, arrayJoin([${missing.map((column) => `'${column}'`).join(', ')}]::Array(String)), '', ${NO_VISITORS}, 0
  FROM (SELECT name FROM ${EVENT_ROWS} AND dimension = '') WHERE ${NAMES_WITH_COLUMNS}
)`;
}

/** An event without a value is in no row of a breakdown, but the list of events has its property. */
export const EVENT_PROPERTIES_SQL = `${EVENT_COUNTS}, name, ${PROPERTY_DIMENSION}, value, groupBitmapState(number), count()
FROM (SELECT name, number, property, value FROM ${numberedSql('props', `notEmpty(props) AND name GLOBAL IN (${NAMES_WITH_DIMENSIONS})`)} ${EACH_PROPERTY})
WHERE (name, property) GLOBAL NOT IN (SELECT name, substring(dimension, 7) FROM ${EVENT_ROWS} AND events = 0 AND startsWith(dimension, 'props.'))
GROUP BY name, property, value`;

/** Whether the build has each stored event once. An event that is being inserted may change the version before it can be read. */
export const COMPLETE_SQL = `SELECT
  (SELECT count() FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE}) AS stored,
  -- At least a millisecond: after eight days, these times are cleared.
  toString(greatest((SELECT max(received_at) FROM events WHERE ${OF_SITE} AND ${INSIDE}), toDateTime64('1970-01-01 00:00:00.001', 3, 'UTC'))) AS received_until,
  stored = (SELECT sum(events) FROM rollup_range_counts WHERE ${OF_SITE} AND dimension = '' AND build = {build:UInt64})
    + (SELECT count() FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64})
  AND stored = (SELECT sum(events) FROM ${EVENT_ROWS} AND dimension = '')
    + (SELECT count() FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64} AND number = 0) AS complete`;

/** The time of ClickHouse, which also records deletions of expired days. */
export const STATE_SQL = `SELECT toUnixTimestamp64Milli(now64(3)) AS begun_ms,
  (SELECT max(seq) FROM rollup_builds WHERE ${OF_SITE}) AS seq,
  (SELECT max(number) FROM rollup_visitors WHERE ${OF_SITE}) AS numbers`;
