import { deleteRows } from '@headwater/eventstore/delete-rows';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { DIMENSION_COLUMNS, NONE, PAGEVIEW, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { instantText } from '../query/bindings';
import { ALL_EVENTS, bouncesSql } from '../query/compile';
import { createStatements, type Statements } from './build-statements';
import {
  compileVersions,
  currentBuildsSql,
  EVENTS_TABLE,
  IS_PUBLISHABLE,
  newBuildId,
  OF_SITE,
  ROLLUP_FORMAT,
  versionOf,
} from './segments';
import type { TimeRange } from './sources';
import { EVENT_COLUMNS, numbersSql, SESSION_KEY } from './sources-sql';

/** A time range of a site to build. Its instants are multiples of a quarter of an hour. */
export interface BuildRequest extends TimeRange {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly zone: string;
}

/**
 * The outcome of a build. `changed`: events changed or another builder was faster; build again. `empty`: no events. `erasing`: an
 * erasure has not deleted its events yet.
 */
export type BuildOutcome = 'published' | 'changed' | 'empty' | 'erasing';

const ROLLUP_TABLES = [
  'rollup_range_counts',
  'rollup_session_keys',
  'rollup_crossing',
  'rollup_visitors',
] as const;

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
const ERASING_SQL = `SELECT count() AS found
FROM (SELECT visitor_id, ts, received_at FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND visitor_id IN (${ERASED})) AS stored
INNER JOIN (
  SELECT visitor_id AS id, max(erased_at) AS erased FROM erased_visitors WHERE workspace_id = {workspace_id:UInt64} GROUP BY id
) AS erasures ON visitor_id = id
WHERE ts <= erased OR (received_at > toDateTime64('1971-01-01 00:00:00', 3, 'UTC') AND received_at <= erased)`;

const NUMBER_SQL = `INSERT INTO rollup_visitors (workspace_id, site_id, visitor_id, number, build)
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
  'build IN (SELECT build',
  'build IN (SELECT {build:UInt64} UNION ALL SELECT build',
);

/**
 * The events of sessions that are not within the range: with an event in the hour before or after it, or in another build. A
 * session that has events elsewhere, later than an hour and in no build, is found by queries.
 */
const CROSSING_SQL = `INSERT INTO rollup_crossing (workspace_id, site_id, start, build, number, ${EVENT_COLUMNS})
SELECT ${OWN_COLUMNS}, number, ${EVENT_COLUMNS}
FROM (
  SELECT ${EVENT_COLUMNS} FROM ${ALL_EVENTS}
  WHERE ${OF_SITE} AND ${INSIDE} AND (
    session_id IN (SELECT session_id FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${MARGINS})
    OR session_id IN (SELECT session_id FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND visitor_id IN (${ERASED}))
    OR ${SESSION_KEY} IN (SELECT ${SESSION_KEY} FROM rollup_crossing WHERE ${OF_SITE} AND build IN {others:Array(UInt64)})
    OR ${SESSION_KEY} IN (
      SELECT session_key FROM rollup_session_keys WHERE ${OF_SITE} AND build IN {others:Array(UInt64)}
        AND session_key IN (SELECT ${SESSION_KEY} FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE})
    )
  )
) AS crossing LEFT JOIN (${NUMBERS}) AS numbered ON visitor_id = id`;

/** The other builds that count a session of this one. */
const CONFLICTS_SQL = `SELECT DISTINCT toString(build) AS other FROM rollup_session_keys
WHERE ${OF_SITE} AND build IN {others:Array(UInt64)}
  AND session_key IN (SELECT ${SESSION_KEY} FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64})`;

const SESSIONS_SQL = `INSERT INTO rollup_session_keys (workspace_id, site_id, start, build, session_key)
SELECT ${OWN_COLUMNS}, session_key
FROM (
  SELECT DISTINCT ${SESSION_KEY} AS session_key FROM ${ALL_EVENTS}
  WHERE ${OF_SITE} AND ${INSIDE} AND session_id NOT IN (${CROSSING})
)`;

/** The sessions of the range with their pages; none of them has an event in the margins. */
const WHOLE_SESSIONS = `SELECT * FROM (${bouncesSql(SCOPE)}) WHERE sid NOT IN (${CROSSING})`;
const WHOLE_EVENTS = `${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE} AND session_id NOT IN (${CROSSING})`;
const ROW_COLUMNS =
  'workspace_id, site_id, start, build, dimension, key, visitors, visitor_count, sessions, bounces, duration_ms, pageviews, events';

const TOTALS_SQL = `INSERT INTO rollup_range_counts (${ROW_COLUMNS})
SELECT ${OWN_COLUMNS}, '', '', numbers, bitmapCardinality(numbers),
  whole_sessions, bounced_sessions, ms, views, counted
FROM (SELECT count() AS whole_sessions, countIf(bounced) AS bounced_sessions, sum(duration_ms) AS ms FROM (${WHOLE_SESSIONS})) AS visits,
  (SELECT countIf(name = '${PAGEVIEW}') AS views, count() AS counted FROM ${WHOLE_EVENTS}) AS counts,
  (SELECT groupBitmapState(number) AS numbers FROM (${NUMBERS}) WHERE id IN (SELECT visitor_id FROM ${WHOLE_EVENTS})) AS bitmap`;

/** Responses show empty values as `(none)`. A session with both must count once in that row. */
const SHOWN_ALIKE = [...DIMENSION_COLUMNS, 'source']
  .map((column) => `transform(${column}, ['${NONE}'], ['']) AS ${column}`)
  .join(', ');
const KEYS = VISIT_DIMENSIONS.map((key) => `(${key})`).join(', ');
/** The bits of grouping() are those of its columns, in their order; that of the column in the grouping set is 0. */
const GROUPING_CODES = VISIT_DIMENSIONS.map(
  (_, index) => 2 ** VISIT_DIMENSIONS.length - 1 - 2 ** (VISIT_DIMENSIONS.length - 1 - index),
);
const DIMENSIONS_SQL = `INSERT INTO rollup_range_counts (${ROW_COLUMNS})
SELECT ${OWN_COLUMNS},
  ['${VISIT_DIMENSIONS.join("', '")}'][indexOf([${GROUPING_CODES.join(', ')}], grouping(${VISIT_DIMENSIONS.join(', ')}))],
  arrayStringConcat([${VISIT_DIMENSIONS.join(', ')}]),
  groupBitmapState(number), groupBitmap(number), uniqExact(session_id), uniqExactIf(session_id, bounced), 0, countIf(name = '${PAGEVIEW}'), count()
FROM (SELECT * REPLACE (${SHOWN_ALIKE}) FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE}) AS stored
  INNER JOIN (${WHOLE_SESSIONS}) AS visits ON session_id = sid
  INNER JOIN (${NUMBERS}) AS numbered ON visitor_id = id
GROUP BY GROUPING SETS (${KEYS})`;

/** Whether the build has each stored event once. An event that is being inserted may change the version before it can be read. */
const COMPLETE_SQL = `SELECT
  (SELECT count() FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${INSIDE})
    = (SELECT sum(events) FROM rollup_range_counts WHERE ${OF_SITE} AND dimension = '' AND build = {build:UInt64})
    + (SELECT count() FROM rollup_crossing WHERE ${OF_SITE} AND build = {build:UInt64}) AS complete`;

/** The time of ClickHouse, which also records deletions of expired days. */
const STATE_SQL = `SELECT toUnixTimestamp64Milli(now64(3)) AS begun_ms,
  (SELECT max(seq) FROM rollup_builds WHERE ${OF_SITE}) AS seq,
  (SELECT max(number) FROM rollup_visitors WHERE ${OF_SITE}) AS numbers`;

interface BuildState {
  /** Unix milliseconds. */
  readonly begun_ms: number;
  readonly seq: number;
  readonly numbers: number;
}

interface CurrentBuild {
  readonly start: number;
  readonly end: number;
  readonly build: string;
}

/**
 * Builds the roll-up of a time range and publishes it. Nothing is read before it is published, and only one of concurrent builders
 * publishes: each has read the builds of the others. An interrupted process leaves rows that `removeOldRows` deletes.
 *
 * @param beforeStatement ends the build if it rejects.
 */
export async function buildSegment(
  clickhouse: ClickHouseClient,
  request: BuildRequest,
  beforeStatement: () => Promise<void> = () => Promise.resolve(),
): Promise<BuildOutcome> {
  const { workspaceId, siteId, zone } = request;
  const site = { workspace_id: workspaceId, site_id: siteId };
  // First: a build that is published from here on makes this one fail.
  const statementsOf = (params: object) =>
    createStatements(clickhouse, { workspaceId, params, beforeStatement });
  const [state] = await statementsOf(site).read<BuildState>(STATE_SQL);
  if (!state) throw new Error('The state of the roll-ups returned no row.');
  const { begun_ms, seq, numbers } = state;
  const build = newBuildId(begun_ms);
  const params = { ...site, start: instantText(request.startMs), end: instantText(request.endMs), build };
  const statements = statementsOf(params);
  const { read } = statements;
  const version = await readVersion(statements, request);
  if (version === 0) return 'empty';
  // After the version: an erasure is recorded before it changes the version, and deletes events afterwards.
  const [erasing] = await read<{ found: number }>(ERASING_SQL);
  if (erasing === undefined || erasing.found > 0) return 'erasing';
  const current = await read<CurrentBuild>(
    `SELECT start_s AS start, end_s AS end, toString(current) AS build FROM (${currentBuildsSql()})`,
  );
  const ranges = current.map((one) => ({ ...one, startMs: one.start * 1_000, endMs: one.end * 1_000 }));
  const others = ranges.filter((one) => one.endMs <= request.startMs || one.startMs >= request.endMs);
  const parts = ranges.filter((one) => one.startMs >= request.startMs && one.endMs <= request.endMs);
  const work = { numbers, version, others: others.map((one) => BigInt(one.build)) };
  const conflicts = await writeRows(statements, request, work).catch(async (error: unknown) => {
    // If this fails, too, removeOldRows deletes the rows.
    await Promise.allSettled([discard(clickhouse, workspaceId, params)]);
    throw error;
  });
  // Without catching errors: the build may be published.
  const published =
    conflicts !== undefined &&
    (await publish(statements, {
      site: `${workspaceId} ${siteId}`,
      seq: seq + 1,
      version,
      zone,
      replaces: [...conflicts, ...parts.map((one) => one.build)].map(BigInt),
    }));
  if (!published) await discard(clickhouse, workspaceId, params);
  return published ? 'published' : 'changed';
}

interface Work {
  /** The last number of a visitor. */
  readonly numbers: number;
  readonly version: number;
  readonly others: readonly bigint[];
}

/** Writes the rows of a build. @returns the other builds with a session of it; undefined if events changed in the meantime. */
async function writeRows(
  statements: Statements,
  request: BuildRequest,
  { numbers, version, others }: Work,
): Promise<readonly string[] | undefined> {
  const { read, write } = statements;
  await write(NUMBER_SQL, { numbers });
  await write(CROSSING_SQL, { others });
  const conflicts = await read<{ other: string }>(CONFLICTS_SQL, { others });
  await write(SESSIONS_SQL);
  await write(TOTALS_SQL);
  await write(DIMENSIONS_SQL);
  const [row] = await read<{ complete: number }>(COMPLETE_SQL);
  const isCurrent = row?.complete === 1 && (await readVersion(statements, request)) === version;
  return isCurrent ? conflicts.map(({ other }) => other) : undefined;
}

async function readVersion({ read }: Statements, request: BuildRequest): Promise<number> {
  const { query, params } = compileVersions(request, [request.startMs / 1_000, request.endMs / 1_000]);
  return versionOf(request, await read<{ start: number; version: number }>(query, params));
}

interface Publication {
  /** Ids of workspace and site. */
  readonly site: string;
  readonly seq: number;
  readonly version: number;
  readonly zone: string;
  readonly replaces: readonly bigint[];
}

/** Publishes a build under the site's next number. @returns false if another builder has published one with this number, or too late. */
async function publish({ read, write }: Statements, publication: Publication): Promise<boolean> {
  const { site, seq } = publication;
  await write(
    `INSERT INTO rollup_builds (workspace_id, site_id, seq, build, start, end, version, events_table, format, zone, replaces, events)
     SELECT {workspace_id:UInt64}, {site_id:UInt64}, {seq:UInt64}, {build:UInt64}, toDateTime({start:DateTime64(3, 'UTC')}, 'UTC'),
       toDateTime({end:DateTime64(3, 'UTC')}, 'UTC'), {version:UInt64}, ${EVENTS_TABLE}, ${ROLLUP_FORMAT}, {zone:String}, {replaces:Array(UInt64)},
       (SELECT sum(events) FROM rollup_range_counts WHERE ${OF_SITE} AND dimension = '' AND build = {build:UInt64})
     WHERE ${IS_PUBLISHABLE}`,
    publication,
    `${site} ${seq}`,
  );
  const [published] = await read<{ found: number }>(
    `SELECT count() AS found FROM rollup_builds WHERE ${OF_SITE} AND seq = {seq:UInt64} AND build = {build:UInt64}`,
    { seq },
  );
  return (published?.found ?? 0) > 0;
}

async function discard(
  clickhouse: ClickHouseClient,
  workspaceId: number,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const table of ROLLUP_TABLES)
    await deleteRows(clickhouse, {
      table,
      workspaceId,
      where: 'site_id = {site_id:UInt64} AND build = {build:UInt64}',
      params,
    });
}
