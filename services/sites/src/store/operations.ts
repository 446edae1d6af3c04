import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';

/** One logical call. gRPC sends the same id again when it retries the call. */
export interface Operation {
  readonly workspaceId: number;
  /** The name of the method. An id that is used for two methods identifies two operations. */
  readonly method: string;
  /** Undefined for a caller that sends none; the operation then runs on every call. */
  readonly id: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Far beyond the deadline of any call. gRPC retries a call only before its deadline. */
const RETENTION_MS = 15 * 60 * 1_000;
/** Rows of one statement, which must end before the statement timeout. */
const DELETE_BATCH = 500;

/**
 * Runs `work` in a transaction that also stores its response, once per operation. A retry gets the stored response, also when
 * the first attempt still runs: it waits for that transaction. If `work` throws, nothing is stored and a retry runs it again.
 *
 * @param work returns the response, which must survive JSON, and the site that it is about.
 */
export function runOnce<Response>(
  db: Pool,
  { workspaceId, method, id: callId, now }: Operation,
  work: (client: PoolClient) => Promise<{ readonly siteId: number; readonly response: Response }>,
): Promise<Response> {
  return inTransaction(db, async (client) => {
    if (callId === undefined) return (await work(client)).response;
    const id = `${method} ${callId}`;
    const { rowCount } = await client.query(
      `INSERT INTO sites.operations (workspace_id, id, at) VALUES ($1, $2, $3)
       ON CONFLICT (workspace_id, id) DO NOTHING`,
      [workspaceId, id, new Date(now)],
    );
    if (rowCount === 0) return readResponse<Response>(client, workspaceId, id);
    const { siteId, response } = await work(client);
    await client.query(
      'UPDATE sites.operations SET site_id = $3, response = $4 WHERE workspace_id = $1 AND id = $2',
      [workspaceId, id, siteId, JSON.stringify(response)],
    );
    return response;
  });
}

async function readResponse<Response>(
  client: PoolClient,
  workspaceId: number,
  id: string,
): Promise<Response> {
  const { rows } = await client.query<{ response: Response }>(
    'SELECT response FROM sites.operations WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  if (!rows[0]) throw new Error('the stored response of an operation was deleted while it was read');
  return rows[0].response;
}

/** Deletes a batch of stored responses that are too old for a retry. @param now Unix milliseconds. @returns how many. */
export async function deleteOldOperations(db: Pool, now: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM sites.operations WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM sites.operations WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
    [new Date(now - RETENTION_MS), DELETE_BATCH],
  );
  return rowCount ?? 0;
}
