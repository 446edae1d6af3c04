import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { storedTable, type Layout } from './layout';
import { onlyWorkspaces } from './only-workspaces';

interface ChangedEvents {
  readonly workspaceId: number;
  /** Condition on the changed rows of `events`, in addition to the workspace. */
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Invalidates the roll-ups of stored events that will be deleted. A builder that reads the sums afterwards must not count these
 * events any more, although they are still stored.
 */
export async function recordChangedEvents(
  node: ClickHouseClient,
  { workspaceId, where, params }: ChangedEvents,
  layout: Layout,
): Promise<void> {
  await node.command({
    query: `INSERT INTO ${storedTable(layout, 'event_changes')} (workspace_id, site_id, quarter, changes)
            SELECT workspace_id, site_id, toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter, 1
              FROM ${storedTable(layout, 'events')}
             WHERE workspace_id = {workspace_id:UInt64} AND (${where})
             GROUP BY workspace_id, site_id, quarter`,
    query_params: { ...params, workspace_id: workspaceId },
    clickhouse_settings: {
      wait_end_of_query: 1,
      // An equal block of an earlier deletion must not make ClickHouse ignore this one.
      insert_deduplication_token: randomUUID(),
      ...onlyWorkspaces([workspaceId]),
    },
  });
}
