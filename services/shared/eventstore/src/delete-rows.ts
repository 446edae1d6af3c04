import type { ClickHouseClient } from '@clickhouse/client';

interface Rows {
  readonly table: string;
  readonly workspaceId: number;
  /** In addition to the workspace. */
  readonly where: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const SETTINGS = { mutations_sync: '2', allow_nondeterministic_mutations: 1, wait_end_of_query: 1 } as const;

/**
 * Deletes rows of a workspace; returns when the parts are rewritten on every replica. Parts without such rows are not rewritten. Every
 * deletion runs in this file: the condition on the workspace does not depend on the caller's.
 */
export async function deleteRows(
  client: ClickHouseClient,
  { table, workspaceId, where, params }: Rows,
): Promise<void> {
  await client.command({
    query: `ALTER TABLE {table:Identifier} DELETE WHERE workspace_id = {workspace_id:UInt64} AND (${where})`,
    query_params: { ...params, workspace_id: workspaceId, table },
    clickhouse_settings: SETTINGS,
  });
}

/** The same for rows of several workspaces. */
export async function deleteRowsOfWorkspaces(
  client: ClickHouseClient,
  {
    table,
    workspaceIds,
    where,
    params,
  }: Omit<Rows, 'workspaceId'> & { readonly workspaceIds: readonly number[] },
): Promise<void> {
  await client.command({
    query: `ALTER TABLE {table:Identifier} DELETE WHERE workspace_id IN {workspace_ids:Array(UInt64)} AND (${where})`,
    query_params: { ...params, workspace_ids: workspaceIds, table },
    clickhouse_settings: SETTINGS,
  });
}
