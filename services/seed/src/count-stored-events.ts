import type { ClickHouseClient } from '@clickhouse/client';
import type { SeedSite } from './domain/event-rows';

/** How many events of the site are stored, each counted once. */
export async function countStoredEvents(client: ClickHouseClient, site: SeedSite): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS n FROM events FINAL
            WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64}`,
    query_params: { workspaceId: site.workspaceId, siteId: site.siteId },
    format: 'JSONEachRow',
    clickhouse_settings: { do_not_merge_across_partitions_select_final: 1 },
  });
  const [row] = await result.json<{ n: number }>();
  return row?.n ?? 0;
}
