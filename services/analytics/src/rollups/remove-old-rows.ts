import { deleteRows } from '@headwater/eventstore/delete-rows';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { CURRENT_BUILDS_SQL, OF_SITE } from './segments';

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
// As a list: a mutation runs in another database, where the statement above finds nothing.
const OLD = 'build < {min_build:UInt64} AND build NOT IN {kept:Array(UInt64)}';
/** The numbers that a build has assigned stay valid after the build was replaced. */
const UNPUBLISHED = `build < {min_build:UInt64} AND build NOT IN (SELECT build FROM rollup_builds WHERE ${OF_SITE})`;

const OLD_ROWS = {
  rollup_rows: OLD,
  rollup_sessions: OLD,
  rollup_crossing: OLD,
  rollup_visitors: UNPUBLISHED,
} as const;

/** Deletes the rows of replaced and of interrupted builds of a site. */
export async function removeOldRows(
  clickhouse: ClickHouseClient,
  { workspaceId, siteId }: { readonly workspaceId: number; readonly siteId: number },
  nowMs: number,
): Promise<void> {
  const ids = { workspace_id: workspaceId, site_id: siteId };
  const kept = await clickhouse.query({
    query: KEPT_SQL,
    query_params: { ...ids, queries_ended: nowMs - QUERIES_END_AFTER_MS },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([workspaceId]),
  });
  const params = {
    ...ids,
    kept: (await kept.json<{ build: string }>()).map(({ build }) => BigInt(build)),
    min_build: String(BigInt(nowMs - BUILDS_END_AFTER_MS) << 20n),
  };
  for (const [table, where] of Object.entries(OLD_ROWS)) {
    const result = await clickhouse.query({
      query: `SELECT count() AS rows FROM ${table} WHERE ${OF_SITE} AND ${where}`,
      query_params: params,
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
}
