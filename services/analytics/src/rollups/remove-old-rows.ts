import { deleteRows } from '@headwater/eventstore/delete-rows';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { CURRENT_BUILDS_SQL, firstBuildAfter, OF_SITE } from './segments';

/** Longer than a query: it may still read the builds that it has chosen. */
const QUERIES_END_AFTER_MS = 900_000;
/** Longer than a build. */
const BUILDS_END_AFTER_MS = 3_600_000;

/** The builds that are current, or were when the oldest query in flight began. */
const KEPT_SQL = `SELECT DISTINCT toString(current) AS build FROM (${CURRENT_BUILDS_SQL})
UNION DISTINCT
SELECT DISTINCT toString(current) AS build FROM (${CURRENT_BUILDS_SQL.replaceAll(
  `WHERE ${OF_SITE}`,
  `WHERE ${OF_SITE} AND published_at <= fromUnixTimestamp64Milli({queries_ended:Int64}, 'UTC')`,
)})`;
const IS_ENDED = `build < ${firstBuildAfter('{builds_ended:Int64}')}`;
// As a list: a mutation runs in another database, where the statement above finds nothing.
const OLD = `${IS_ENDED} AND build NOT IN {kept:Array(UInt64)}`;
/** The numbers that a build has assigned stay valid after the build was replaced. */
const UNPUBLISHED = `${IS_ENDED} AND build NOT IN {published:Array(UInt64)}`;

const TABLES = [
  'rollup_counts',
  'rollup_session_keys',
  'rollup_crossing',
  'rollup_visitors',
  'rollup_builds',
] as const;
const OLD_ROWS = {
  rollup_counts: OLD,
  rollup_session_keys: OLD,
  rollup_crossing: OLD,
  rollup_visitors: UNPUBLISHED,
} as const;

interface Site {
  readonly workspaceId: number;
  readonly siteId: number;
}

/**
 * Deletes the rows of replaced and of interrupted builds of all sites, and all rows of purged sites: a build may write rows after
 * the purge.
 */
export async function removeOldRows(
  clickhouse: ClickHouseClient,
  nowMs: number,
  onError: (error: unknown, site: Site) => void,
): Promise<void> {
  const result = await clickhouse.query({
    query: `SELECT workspace_id, site_id, (workspace_id, site_id) NOT IN (SELECT workspace_id, site_id FROM site_activity) AS is_purged
FROM (${TABLES.map((table) => `SELECT DISTINCT workspace_id, site_id FROM ${table}`).join(' UNION DISTINCT ')})`,
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([], { acrossWorkspaces: [...TABLES, 'site_activity'] }),
  });
  const sites = await result.json<{ workspace_id: number; site_id: number; is_purged: number }>();
  for (const { workspace_id, site_id, is_purged } of sites) {
    const site = { workspaceId: workspace_id, siteId: site_id };
    try {
      const remove = is_purged === 1 ? removeAllRows : removeOldRowsOf;
      await remove(clickhouse, site, nowMs);
    } catch (error) {
      onError(error, site);
    }
  }
}

async function removeAllRows(clickhouse: ClickHouseClient, site: Site, nowMs: number): Promise<void> {
  const params = { site_id: site.siteId, builds_ended: nowMs - BUILDS_END_AFTER_MS };
  for (const table of TABLES) await removeRows(clickhouse, site, { table, where: IS_ENDED, params });
}

async function removeOldRowsOf(clickhouse: ClickHouseClient, site: Site, nowMs: number): Promise<void> {
  const ids = { workspace_id: site.workspaceId, site_id: site.siteId };
  const buildsOf = async (query: string): Promise<bigint[]> => {
    const result = await clickhouse.query({
      query,
      query_params: { ...ids, queries_ended: nowMs - QUERIES_END_AFTER_MS },
      format: 'JSONEachRow',
      clickhouse_settings: onlyWorkspaces([site.workspaceId]),
    });
    return (await result.json<{ build: string }>()).map(({ build }) => BigInt(build));
  };
  const params = {
    ...ids,
    kept: await buildsOf(KEPT_SQL),
    published: await buildsOf(`SELECT toString(build) AS build FROM rollup_builds WHERE ${OF_SITE}`),
    builds_ended: nowMs - BUILDS_END_AFTER_MS,
  };
  for (const [table, where] of Object.entries(OLD_ROWS))
    await removeRows(clickhouse, site, { table, where, params });
}

interface Rows {
  readonly table: string;
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Deletes rows, if there are any: a mutation without rows is not free. */
async function removeRows(
  clickhouse: ClickHouseClient,
  { workspaceId }: Site,
  { table, where, params }: Rows,
): Promise<void> {
  const result = await clickhouse.query({
    query: `SELECT count() AS rows FROM ${table} WHERE ${OF_SITE} AND ${where}`,
    query_params: { ...params, workspace_id: workspaceId },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([workspaceId]),
  });
  const [found] = await result.json<{ rows: number }>();
  if (found && found.rows > 0)
    await deleteRows(clickhouse, {
      table,
      workspaceId,
      where: `site_id = {site_id:UInt64} AND ${where}`,
      params,
    });
}
