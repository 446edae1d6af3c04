import type { ClickHouseClient } from '@clickhouse/client';
import { storedTable } from './layout';
import { inWorkspaceBatches, onlyWorkspaces } from './only-workspaces';
import type { EventStoreTopology } from './topology';

/** Name of the table. Erasures delete rows of all other tables with visitors. */
export const ERASED_VISITORS = 'erased_visitors';

/** Visitors whose events until a time are erased. */
export interface Erasure {
  readonly workspaceId: number;
  /** From `StoredIds`. */
  readonly visitorIds: readonly string[];
  /** Unix milliseconds. */
  readonly erasedAtMs: number;
}

/**
 * Records an erasure, so that collectors drop the events that they have not stored yet. On every node, because a collector
 * must find it on each replica that it reads.
 */
export async function putErasedVisitors(
  { workspaceId, visitorIds, erasedAtMs }: Erasure,
  { nodes, layout }: EventStoreTopology,
): Promise<void> {
  const erasedAt = new Date(erasedAtMs).toISOString();
  for (const node of nodes)
    await node.insert({
      table: storedTable(layout, ERASED_VISITORS),
      format: 'JSONEachRow',
      values: visitorIds.map((id) => ({ workspace_id: workspaceId, visitor_id: id, erased_at: erasedAt })),
      clickhouse_settings: {
        date_time_input_format: 'best_effort',
        async_insert: 0,
        wait_end_of_query: 1,
        // The block of the second replica is equal. It must not be skipped before it is replicated.
        insert_deduplicate: 0,
      },
    });
}

/** Max ids of one statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_IDS = 5_000;

/** Visitors of any of some workspaces. */
export interface VisitorsOfWorkspaces {
  readonly workspaceIds: readonly number[];
  readonly visitorIds: readonly string[];
}

/**
 * Returns the latest erasure of each visitor, in Unix milliseconds; visitors without one are absent. A visitor id contains its
 * workspace.
 */
export async function findErasedVisitors(
  client: ClickHouseClient,
  { workspaceIds, visitorIds }: VisitorsOfWorkspaces,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { workspaces, ids } of statementsOf(workspaceIds, visitorIds)) {
    const result = await client.query({
      query: `SELECT toString(visitor_id) AS id, toUnixTimestamp64Milli(max(erased_at)) AS at
                FROM ${ERASED_VISITORS} WHERE visitor_id IN {ids:Array(UInt64)} GROUP BY visitor_id`,
      // BigInt, because strings would be quoted within the array.
      query_params: { ids: ids.map(BigInt) },
      format: 'JSONEachRow',
      clickhouse_settings: onlyWorkspaces(workspaces),
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    for (const { id, at } of await result.json<{ id: string; at: string }>()) found.set(id, Number(at));
  }
  return found;
}

function* statementsOf(
  workspaceIds: readonly number[],
  visitorIds: readonly string[],
): Generator<{ readonly workspaces: readonly number[]; readonly ids: readonly string[] }> {
  for (const workspaces of inWorkspaceBatches(workspaceIds))
    for (let from = 0; from < visitorIds.length; from += MAX_IDS)
      yield { workspaces, ids: visitorIds.slice(from, from + MAX_IDS) };
}

/** Returns the ids of the visitors with this latest erasure. */
export async function findVisitorsErasedAt(
  client: ClickHouseClient,
  { workspaceId, erasedAtMs }: Omit<Erasure, 'visitorIds'>,
): Promise<string[]> {
  const result = await client.query({
    query: `SELECT toString(visitor_id) AS id FROM ${ERASED_VISITORS}
             WHERE workspace_id = {workspace_id:UInt64} GROUP BY visitor_id
            HAVING toUnixTimestamp64Milli(max(erased_at)) = {erased_at_ms:Int64}`,
    query_params: { workspace_id: workspaceId, erased_at_ms: erasedAtMs },
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([workspaceId]),
  });
  return (await result.json<{ id: string }>()).map(({ id }) => id);
}
