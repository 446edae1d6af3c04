import { createHmac } from 'node:crypto';
import { compressText, expandText } from '../compress-text';
import type { Logger } from '../log';
import { isKeyedOperation } from '../rpc/operation-id';
import { seal, unseal } from '../seal';
import { type AnswerQuota, deleteAnswersOverQuota } from './answer-quota';
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

/** An answer that survives JSON. */
type Answer = object | number | boolean;

/**
 * Runs `work` in a transaction that also stores its answer, once per operation. A repeat gets the stored answer, also when the
 * first attempt still runs: it waits for that transaction. If `work` throws, nothing is stored and a repeat runs it again.
 */
export function runOnce<A extends Answer>(
  db: Pool,
  schema: OperationSchema,
  { id, ...operation }: Operation,
  work: (client: PoolClient) => Promise<A>,
): Promise<A> {
  return inTransaction(db, async (client) => {
    const [answer] = await runEachOnce(client, schema, { ...operation, ids: [id] }, async () => [
      await work(client),
    ]);
    return answer as A;
  });
}

/** Operations of one workspace and method that share a transaction. `ids`: each id once. */
export type Operations = Omit<Operation, 'id'> & { readonly ids: readonly Operation['id'][] };

/**
 * `runOnce` for many operations in a transaction of the caller.
 *
 * @param work runs those without a stored answer; receives their positions. It returns an answer for each, or undefined where
 *   nothing was done: nothing is stored for such an operation, and a repeat runs again
 * @returns an answer for each id, in their order
 */
export async function runEachOnce<A extends Answer>(
  client: PoolClient,
  schema: OperationSchema,
  { workspaceId, method, ids, now }: Operations,
  work: (positions: readonly number[]) => Promise<readonly (A | undefined)[]>,
): Promise<(A | undefined)[]> {
  const rows = ids.map((id) => (id === undefined ? undefined : derive(id, method)));
  const owner = `${schema}.operations ${workspaceId}`;
  const repeated = await beginOperations(client, schema, {
    workspaceId,
    now,
    rows: rows.flatMap((row) => row ?? []),
  });
  const positions = [...rows.keys()].filter((position) => !repeated.has(rows[position]?.rowId ?? ''));
  const made = positions.length > 0 ? await work(positions) : [];
  const answers = new Map(positions.map((position, index) => [position, made[index]]));
  const saved = positions.flatMap((position): SealedAnswer[] => {
    const [row, answer] = [rows[position], answers.get(position)];
    if (row === undefined) return [];
    if (answer === undefined) return [{ id: row.rowId, sealed: undefined }];
    return [{ id: row.rowId, sealed: seal([row.key], compressText(JSON.stringify(answer)), owner) }];
  });
  await saveAnswers(client, schema, workspaceId, saved);
  return rows.map((row, position) => {
    const stored = row && repeated.get(row.rowId);
    if (row === undefined || stored === undefined) return answers.get(position);
    const text = stored && unseal([row.key], stored, owner);
    if (typeof text !== 'string') throw new Error('the answer of an operation was deleted while it was read');
    return JSON.parse(expandText(text)) as A;
  });
}

/** Inserts the operations that are new. Waits for transactions that run one of them. @returns the sealed answers of the others, by row id */
async function beginOperations(
  client: PoolClient,
  schema: OperationSchema,
  {
    workspaceId,
    now,
    rows,
  }: { readonly workspaceId: number; readonly now: number; readonly rows: readonly OperationRow[] },
): Promise<ReadonlyMap<string, Buffer | null>> {
  if (rows.length === 0) return new Map();
  // Sorted, so that concurrent transactions lock shared rows in one order.
  const sent = [...rows].sort((a, b) => (a.rowId < b.rowId ? -1 : 1));
  const begun = await client.query<{ id: string }>(
    `INSERT INTO ${schema}.operations AS known (workspace_id, id, at, expires_at)
     SELECT $1, sent.id, $3, sent.expires_at FROM unnest($2::text[], $4::timestamptz[]) AS sent (id, expires_at)
     ON CONFLICT (workspace_id, id) DO UPDATE SET at = EXCLUDED.at, expires_at = EXCLUDED.expires_at, answer = NULL
       WHERE known.expires_at <= EXCLUDED.at
     RETURNING id`,
    [
      workspaceId,
      sent.map(({ rowId }) => rowId),
      new Date(now),
      sent.map(({ retentionMs }) => new Date(now + retentionMs)),
    ],
  );
  const isNew = new Set(begun.rows.map(({ id }) => id));
  const known = sent.map(({ rowId }) => rowId).filter((id) => !isNew.has(id));
  if (known.length === 0) return new Map();
  const found = await client.query<{ id: string; answer: Buffer | null }>(
    `SELECT id, answer FROM ${schema}.operations WHERE workspace_id = $1 AND id = ANY ($2::text[])`,
    [workspaceId, known],
  );
  const answerOf = new Map(found.rows.map(({ id, answer }) => [id, answer]));
  return new Map(known.map((id) => [id, answerOf.get(id) ?? null]));
}

interface SealedAnswer {
  /** Of the row. */
  readonly id: string;
  readonly sealed: Buffer | undefined;
}

/** Stores the answers of new operations. Deletes the rows of those without one. */
async function saveAnswers(
  client: PoolClient,
  schema: OperationSchema,
  workspaceId: number,
  saved: readonly SealedAnswer[],
): Promise<void> {
  const answered = saved.flatMap(({ id, sealed }) => (sealed ? [{ id, sealed }] : []));
  if (answered.length > 0)
    await client.query(
      `UPDATE ${schema}.operations AS known SET answer = sent.answer
         FROM unnest($2::text[], $3::bytea[]) AS sent (id, answer)
        WHERE known.workspace_id = $1 AND known.id = sent.id`,
      [workspaceId, answered.map(({ id }) => id), answered.map(({ sealed }) => sealed)],
    );
  const undone = saved.filter(({ sealed }) => sealed === undefined).map(({ id }) => id);
  if (undone.length > 0)
    await client.query(`DELETE FROM ${schema}.operations WHERE workspace_id = $1 AND id = ANY ($2::text[])`, [
      workspaceId,
      undone,
    ]);
}

/** Only callers with the operation id can open the answer, which may contain a secret. The id itself is not stored. */
function derive(operationId: string, method: string): OperationRow {
  const digest = (purpose: string): Buffer =>
    createHmac('sha256', operationId).update(`headwater operation ${purpose}\n${method}`).digest();
  const retentionMs = isKeyedOperation(operationId) ? KEYED_RETENTION_MS : RETRY_RETENTION_MS;
  return { rowId: digest('row').toString('base64url'), key: digest('answer'), retentionMs };
}

interface OperationRow {
  readonly rowId: string;
  /** Seals the answer. */
  readonly key: Buffer;
  readonly retentionMs: number;
}

/** Deletes expired answers, and the oldest ones of workspaces over their quota: a repeat of those operations runs again. */
export async function cleanUpOperations(
  db: Db,
  schema: OperationSchema,
  {
    now,
    quota,
    signal,
    log,
  }: {
    /** Unix milliseconds. */
    readonly now: number;
    readonly quota: AnswerQuota;
    readonly signal?: AbortSignal;
    readonly log: Logger;
  },
): Promise<void> {
  await deleteExpiredOperations(db, schema, { now, ...(signal ? { signal } : {}) });
  const table = { name: `${schema}.operations`, condition: 'expires_at > $1' };
  for (const { workspaceId, answers } of await deleteAnswersOverQuota(db, table, { quota, now }))
    log.warn({ workspaceId, answers }, 'stored answers deleted before 24 hours, because of the quota');
}

/** In batches. @param now Unix milliseconds */
async function deleteExpiredOperations(
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
