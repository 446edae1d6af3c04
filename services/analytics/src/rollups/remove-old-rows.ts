import { TupleParam } from '@clickhouse/client';
import { deleteRowsOfWorkspaces } from '@headwater/eventstore/delete-rows';
import { storedTable } from '@headwater/eventstore/layout';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import { firstBuildAfter } from '@headwater/eventstore/rollup-builds';
import { onNodeOf, type EventStoreTopology, type WithTopology } from '@headwater/eventstore/topology';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { RunStatement } from '../clickhouse/run';
import { currentBuildsSql, isLate, OF_SITE, readBuilds, ROLLUP_FORMAT } from './segments';
import { readWeeks } from './weeks';

/** Longer than a query: it may still read the builds that it has chosen, and those were current up to a minute before (`KNOWN_FOR_MS`). */
const QUERIES_END_AFTER_MS = 900_000;
/** Longer than a build. */
const BUILDS_END_AFTER_MS = 3_600_000;
/** Rows whose keys are bound in a statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_BOUND = 2_000;
const ALL_TIME = { startMs: 0, endMs: (2 ** 32 - 1) * 1_000 };

/** The builds that were current when the oldest query in flight began. */
const CURRENT_THEN_SQL = `SELECT toString(current) AS build FROM (${currentBuildsSql(
  "published_at <= fromUnixTimestamp64Milli({queries_ended:Int64}, 'UTC')",
)})`;

/** Those of a later release, which runs again after a rollback: their rows of the log stay. */
const LATER_SQL = `SELECT toString(build) AS build FROM rollup_builds WHERE ${OF_SITE} AND format > ${ROLLUP_FORMAT}`;

const COUNT_TABLES = [
  'rollup_range_counts',
  'rollup_event_counts',
  'rollup_session_keys',
  'rollup_session_rows',
  'rollup_crossing',
  'rollup_week_counts',
  'rollup_weeks',
] as const;
const TABLES = [...COUNT_TABLES, 'rollup_visitors', 'rollup_builds'] as const;
type Table = (typeof TABLES)[number];

/** The ended builds with rows in some tables. @param where further condition on the rows of a table. */
const endedBuildsSql = (tables: readonly Table[], where: Partial<Record<Table, string>> = {}): string =>
  tables
    .map(
      (table) =>
        `SELECT DISTINCT '${table}' AS name, toString(build) AS id FROM ${table}
WHERE ${OF_SITE} AND build < ${firstBuildAfter('{builds_ended:Int64}')} AND ${where[table] ?? '1'}`,
    )
    .join('\nUNION ALL\n');

const ALL_ROWS_SQL = endedBuildsSql(TABLES);
/** The numbers that a build has assigned stay valid after the build was replaced. Therefore also its row of the log stays. */
const OLD_ROWS_SQL = endedBuildsSql([...COUNT_TABLES, 'rollup_visitors'], {
  rollup_visitors: `build GLOBAL NOT IN (SELECT build FROM rollup_builds WHERE ${OF_SITE})`,
});

/** Deletions that a later one contains: it has later days, and was recorded later. */
const CONTAINED_EXPIRIES_SQL = `SELECT workspace_id, site_id, toUnixTimestamp(before) AS before_s, toUnixTimestamp64Milli(expired_at) AS expired_ms
FROM rollup_expiries INNER JOIN (
  SELECT workspace_id, site_id, max((before, expired_at)) AS last FROM rollup_expiries GROUP BY workspace_id, site_id
) AS latest USING (workspace_id, site_id)
WHERE before < tupleElement(last, 1) AND expired_at <= tupleElement(last, 2)`;

interface Site {
  readonly workspaceId: number;
  readonly siteId: number;
}

interface FoundSite {
  readonly workspace_id: number;
  readonly site_id: number;
  readonly is_purged: number;
}

/** The key of rows to delete: ids of workspace and site, and further columns. */
type Key = readonly (number | bigint)[];

interface RemovalOptions {
  readonly nowMs: number;
  readonly onError: (error: unknown, site: Site) => void;
  /** Default: the node of the client. */
  readonly withTopology?: WithTopology;
}

/**
 * Deletes the rows of replaced, invalid and interrupted builds of all sites, and all rows of purged sites: a build may write rows
 * after the purge. A query that reads rows of a build that became invalid repeats without it.
 *
 * @param run runs statements on one site.
 */
export async function removeOldRows(
  clickhouse: ClickHouseClient,
  run: RunStatement,
  { nowMs, onError, withTopology = onNodeOf(clickhouse) }: RemovalOptions,
): Promise<void> {
  const sites = await readAllSites<FoundSite>(
    clickhouse,
    [...TABLES, 'site_activity'],
    `SELECT workspace_id, site_id, (workspace_id, site_id) NOT IN (SELECT workspace_id, site_id FROM site_activity) AS is_purged
FROM (${TABLES.map((table) => `SELECT DISTINCT workspace_id, site_id FROM ${table}`).join(' UNION DISTINCT ')})`,
  );
  const old: { readonly table: Table; readonly key: Key }[] = [];
  for (const { workspace_id, site_id, is_purged } of sites) {
    const site = { workspaceId: workspace_id, siteId: site_id };
    try {
      for (const { name, id } of await findOldBuilds(run, site, { nowMs, isPurged: is_purged === 1 }))
        old.push({ table: name, key: [workspace_id, site_id, BigInt(id)] });
    } catch (error) {
      onError(error, site);
    }
  }
  const contained = await readAllSites<
    Record<'workspace_id' | 'site_id' | 'before_s' | 'expired_ms', number>
  >(clickhouse, ['rollup_expiries'], CONTAINED_EXPIRIES_SQL);
  const deletions: readonly Deletion[] = [
    ...TABLES.map((table) => ({
      ...{ table, columns: ['build'], type: 'UInt64' },
      keys: old.filter((one) => one.table === table).map(({ key }) => key),
    })),
    {
      table: 'rollup_expiries',
      columns: ['toUnixTimestamp(before)', 'toUnixTimestamp64Milli(expired_at)'],
      type: 'UInt32, Int64',
      keys: contained.map((row) => [row.workspace_id, row.site_id, row.before_s, row.expired_ms]),
    },
  ];
  const found = deletions.filter(({ keys }) => keys.length > 0);
  if (found.length === 0) return;
  await withTopology(async (topology) => {
    for (const deletion of found) await deleteKeys(topology, deletion);
  });
}

async function readAllSites<Row>(
  clickhouse: ClickHouseClient,
  tables: NonNullable<NonNullable<Parameters<typeof onlyWorkspaces>[1]>['acrossWorkspaces']>,
  query: string,
): Promise<Row[]> {
  const result = await clickhouse.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: {
      ...READ_SETTINGS,
      ...onlyWorkspaces([], { acrossWorkspaces: tables }),
    },
  });
  return result.json<Row>();
}

interface OldBuild {
  readonly name: Table;
  readonly id: string;
}

async function findOldBuilds(
  run: RunStatement,
  site: Site,
  { nowMs, isPurged }: { readonly nowMs: number; readonly isPurged: boolean },
): Promise<readonly OldBuild[]> {
  const ids = { workspace_id: site.workspaceId, site_id: site.siteId };
  const ended = { ...ids, builds_ended: nowMs - BUILDS_END_AFTER_MS };
  if (isPurged) return (await run<OldBuild>({ query: ALL_ROWS_SQL, params: ended })).data;
  const params = { ...ids, queries_ended: nowMs - QUERIES_END_AFTER_MS };
  const kept = new Set(
    (await run<{ build: string }>({ query: CURRENT_THEN_SQL, params })).data.map(({ build }) => build),
  );
  for (const build of (await readBuilds(run, site, ALL_TIME)).builds)
    if (build.isValid || isLate(build)) kept.add(build.build);
    else kept.delete(build.build);
  for (const { build } of (await run<{ build: string }>({ query: LATER_SQL, params: ids })).data)
    kept.add(build);
  for (const { build, parts } of await readWeeks(run, site, ALL_TIME))
    if (parts.every((part) => kept.has(part))) kept.add(build);
  const { data } = await run<OldBuild>({ query: OLD_ROWS_SQL, params: ended });
  return data.filter(({ name, id }) => name === 'rollup_visitors' || !kept.has(id));
}

interface Deletion {
  readonly table: Table | 'rollup_expiries';
  /** SQL of the columns of a key after workspace and site, and their types. */
  readonly columns: readonly string[];
  readonly type: string;
  readonly keys: readonly Key[];
}

/** Deletes the rows with some keys. One statement for many sites: ClickHouse reads all parts of the table for each. */
async function deleteKeys(
  { nodes, layout }: EventStoreTopology,
  { table, columns, type, keys }: Deletion,
): Promise<void> {
  for (let from = 0; from < keys.length; from += MAX_BOUND) {
    const batch = keys.slice(from, from + MAX_BOUND);
    for (const node of nodes)
      await deleteRowsOfWorkspaces(node, {
        table: storedTable(layout, table),
        workspaceIds: [...new Set(batch.map(([workspaceId]) => Number(workspaceId)))],
        where: `(${['workspace_id', 'site_id', ...columns].join(', ')}) IN {keys:Array(Tuple(UInt64, UInt64, ${type}))}`,
        params: { keys: batch.map((key) => new TupleParam(key)) },
      });
  }
}
