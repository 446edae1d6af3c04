import { createHmac } from 'node:crypto';
import { isKeyedOperation } from '../rpc/operation-id';
import { seal, unseal } from '../seal';
import type { Db, Pool, PoolClient } from './pool';
import { inTransaction } from './transaction';

/** One logical call. gRPC sends the same id again when it retries the call, and the gateway for a repeated Idempotency-Key. */
export interface Operation {
  readonly workspaceId: number;
  /** The name of the method. An id that is used for two methods identifies two operations. */
  readonly method: string;
  /** Undefined for a caller that sends none; the operation then runs on every call. */
  readonly id: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Schemas with a table `operations`. */
export type OperationSchema = 'gateway' | 'identity' | 'sites';

/** An Idempotency-Key is stored for a day. */
const KEYED_RETENTION_MS = 24 * 60 * 60 * 1_000;
/** Far beyond the deadline of any call: gRPC retries a call only before its deadline. */
const RETRY_RETENTION_MS = 15 * 60 * 1_000;
/** Rows of one statement, which must end before the statement timeout. */
const DELETE_BATCH = 500;

/**
 * Runs `work` in a transaction that also stores its answer, once per operation. A repeat gets the stored answer, also when the
 * first attempt still runs: it waits for that transaction. If `work` throws, nothing is stored and a repeat runs it again.
 *
 * @param work returns an answer that survives JSON
 */
export function runOnce<Answer extends object | number | boolean>(
  db: Pool,
  schema: OperationSchema,
  { workspaceId, method, id: operationId, now }: Operation,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(db, async (client) => {
    if (operationId === undefined) return work(client);
    const { rowId, key } = derive(operationId, method);
    const retentionMs = isKeyedOperation(operationId) ? KEYED_RETENTION_MS : RETRY_RETENTION_MS;
    const { rowCount } = await client.query(
      `INSERT INTO ${schema}.operations AS known (workspace_id, id, at, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (workspace_id, id) DO UPDATE SET at = EXCLUDED.at, expires_at = EXCLUDED.expires_at, answer = NULL
         WHERE known.expires_at <= EXCLUDED.at`,
      [workspaceId, rowId, new Date(now), new Date(now + retentionMs)],
    );
    const owner = `${schema}.operations ${workspaceId}`;
    if (rowCount === 0) {
      const { rows } = await client.query<{ answer: Buffer | null }>(
        `SELECT answer FROM ${schema}.operations WHERE workspace_id = $1 AND id = $2`,
        [workspaceId, rowId],
      );
      const text = rows[0]?.answer && unseal([key], rows[0].answer, owner);
      if (typeof text !== 'string')
        throw new Error('the answer of an operation was deleted while it was read');
      return JSON.parse(text) as Answer;
    }
    const answer = await work(client);
    await client.query(`UPDATE ${schema}.operations SET answer = $3 WHERE workspace_id = $1 AND id = $2`, [
      workspaceId,
      rowId,
      seal([key], JSON.stringify(answer), owner),
    ]);
    return answer;
  });
}

/** Only callers with the operation id can open the answer, which may contain a secret. The id itself is not stored. */
function derive(operationId: string, method: string): { readonly rowId: string; readonly key: Buffer } {
  const digest = (purpose: string): Buffer =>
    createHmac('sha256', operationId).update(`headwater operation ${purpose}\n${method}`).digest();
  return { rowId: digest('row').toString('base64url'), key: digest('answer') };
}

/** Deletes expired answers, in batches. @param now Unix milliseconds */
export async function deleteExpiredOperations(
  db: Db,
  schema: OperationSchema,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH && signal?.aborted !== true;) {
    const { rowCount } = await db.query(
      `DELETE FROM ${schema}.operations WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${schema}.operations WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [new Date(now), DELETE_BATCH],
    );
    deleted = rowCount ?? 0;
  }
}
