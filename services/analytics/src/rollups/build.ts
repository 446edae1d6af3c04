import { isDeepStrictEqual } from 'node:util';
import { deleteRows } from '@headwater/eventstore/delete-rows';
import { storedTable } from '@headwater/eventstore/layout';
import { onNodeOf, type WithTopology } from '@headwater/eventstore/topology';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { instantText } from '../query/bindings';
import {
  COMPLETE_SQL,
  CONFLICTS_SQL,
  CROSSING_SQL,
  DIMENSIONS_SQL,
  ERASING_SQL,
  EVENT_NAMES_SQL,
  EVENT_PROPERTIES_SQL,
  eventColumnsSql,
  LARGE_COLUMNS_SQL,
  LARGE_PROPERTIES_SQL,
  MORE_NAMES_SQL,
  NUMBER_SQL,
  PATHS_SQL,
  SESSION_ROWS_SQL,
  SESSIONS_SQL,
  STATE_SQL,
  TOTALS_SQL,
} from './build-sql';
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
  type VersionRow,
} from './segments';
import type { TimeRange } from './sources';

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
  'rollup_event_counts',
  'rollup_session_keys',
  'rollup_session_rows',
  'rollup_crossing',
  'rollup_visitors',
] as const;

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

interface BuildOptions {
  /** Ends the build if it rejects. */
  readonly beforeStatement?: () => Promise<void>;
  /** Default: the node of the client. */
  readonly withTopology?: WithTopology;
}

/**
 * Builds the roll-up of a time range and publishes it. Nothing is read before it is published, and only one of concurrent builders
 * publishes: each has read the builds of the others. An interrupted process leaves rows that `removeOldRows` deletes.
 */
export async function buildSegment(
  clickhouse: ClickHouseClient,
  request: BuildRequest,
  { beforeStatement = () => Promise.resolve(), withTopology = onNodeOf(clickhouse) }: BuildOptions = {},
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
  if (version.version === 0) return 'empty';
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
  const written = await writeRows(statements, request, work).catch(async (error: unknown) => {
    // If this fails, too, removeOldRows deletes the rows.
    await Promise.allSettled([discard(withTopology, workspaceId, params)]);
    throw error;
  });
  // Without catching errors: the build may be published.
  const published =
    written !== undefined &&
    (await publish(statements, {
      site: `${workspaceId} ${siteId}`,
      seq: seq + 1,
      ...version,
      zone,
      received_until: written.receivedUntil,
      replaces: [...written.conflicts, ...parts.map((one) => one.build)].map(BigInt),
    }));
  if (!published) await discard(withTopology, workspaceId, params);
  return published ? 'published' : 'changed';
}

interface Work {
  /** The last number of a visitor. */
  readonly numbers: number;
  readonly version: Version;
  readonly others: readonly bigint[];
}

interface Written {
  /** The other builds with a session of this one. */
  readonly conflicts: readonly string[];
  /** The last time at which one of the events was received. */
  readonly receivedUntil: string;
}

/** Writes the rows of a build. @returns undefined if events changed in the meantime. */
async function writeRows(
  statements: Statements,
  request: BuildRequest,
  { numbers, version, others }: Work,
): Promise<Written | undefined> {
  const { read, write } = statements;
  await write(NUMBER_SQL, { numbers });
  await write(CROSSING_SQL, { others });
  const conflicts = await read<{ other: string }>(CONFLICTS_SQL, { others });
  await write(SESSIONS_SQL);
  await write(SESSION_ROWS_SQL);
  await write(TOTALS_SQL);
  await write(DIMENSIONS_SQL);
  await write(PATHS_SQL);
  await write(EVENT_NAMES_SQL);
  await write(MORE_NAMES_SQL);
  await write(LARGE_PROPERTIES_SQL);
  const columns = await read<{ large: string }>(LARGE_COLUMNS_SQL);
  await write(eventColumnsSql(columns.map(({ large }) => large)));
  await write(EVENT_PROPERTIES_SQL);
  const [row] = await read<{ complete: number; received_until: string }>(COMPLETE_SQL);
  if (row?.complete !== 1 || !isDeepStrictEqual(await readVersion(statements, request), version))
    return undefined;
  return { conflicts: conflicts.map(({ other }) => other), receivedUntil: row.received_until };
}

/** See `rollup_builds`. */
type Version = Pick<VersionRow, 'version' | 'corrections'>;

async function readVersion({ read }: Statements, request: BuildRequest): Promise<Version> {
  const { query, params } = compileVersions(request, [request.startMs / 1_000, request.endMs / 1_000]);
  const rows = await read<VersionRow>(query, params);
  return { version: versionOf(request, rows), corrections: versionOf(request, rows, 'corrections') };
}

interface Publication extends Version {
  /** Ids of workspace and site. */
  readonly site: string;
  readonly seq: number;
  readonly zone: string;
  readonly received_until: string;
  readonly replaces: readonly bigint[];
}

/** Publishes a build under the site's next number. @returns false if another builder has published one with this number, or too late. */
async function publish({ read, write }: Statements, publication: Publication): Promise<boolean> {
  const { site, seq } = publication;
  await write(
    `INSERT INTO rollup_builds (workspace_id, site_id, seq, build, start, end, version, corrections, events_table, format, zone, received_until, replaces, events)
     SELECT {workspace_id:UInt64}, {site_id:UInt64}, {seq:UInt64}, {build:UInt64}, toDateTime({start:DateTime64(3, 'UTC')}, 'UTC'),
       toDateTime({end:DateTime64(3, 'UTC')}, 'UTC'), {version:UInt64}, {corrections:UInt64}, ${EVENTS_TABLE}, ${ROLLUP_FORMAT}, {zone:String},
       {received_until:DateTime64(3, 'UTC')}, {replaces:Array(UInt64)},
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

function discard(
  withTopology: WithTopology,
  workspaceId: number,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  return withTopology(async ({ nodes, layout }) => {
    for (const table of ROLLUP_TABLES)
      for (const node of nodes)
        await deleteRows(node, {
          table: storedTable(layout, table),
          workspaceId,
          where: 'site_id = {site_id:UInt64} AND build = {build:UInt64}',
          params,
        });
  });
}
