import type { Pool } from '@headwater/kit/pg/pool';

/** One Idempotency-Key of one endpoint in one workspace. */
export interface KeyId {
  readonly workspaceId: number;
  readonly operation: string;
  readonly digest: Buffer;
}

/** One run of a request under a key. Times: Unix milliseconds. */
export interface KeyRun {
  readonly fingerprint: Buffer;
  readonly runId: string;
  readonly now: number;
  readonly runningUntil: number;
  readonly expiresAt: number;
}

export interface StoredKey {
  readonly fingerprint: Buffer;
  /** Sealed; null while the first request is running. */
  readonly answer: Buffer | null;
}

/**
 * Claims a key for a run. Succeeds for a new key, an expired key, and a key whose run of the same request timed out. The
 * primary key makes the claim exclusive across replicas. @returns false if another run holds the key.
 */
export async function claimIdempotencyKey(
  db: Pool,
  id: KeyId,
  { fingerprint, runId, now, runningUntil, expiresAt }: KeyRun,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO gateway.idempotency_keys AS known
       (workspace_id, operation, key_digest, fingerprint, run_id, running_until, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (workspace_id, operation, key_digest) DO UPDATE
       SET fingerprint = EXCLUDED.fingerprint, run_id = EXCLUDED.run_id, answer = NULL,
           running_until = EXCLUDED.running_until, expires_at = EXCLUDED.expires_at
     WHERE known.expires_at <= $8
        OR (known.answer IS NULL AND known.running_until <= $8 AND known.fingerprint = EXCLUDED.fingerprint)`,
    [...columnsOf(id), fingerprint, runId, new Date(runningUntil), new Date(expiresAt), new Date(now)],
  );
  return rowCount === 1;
}

/** The fingerprint and the answer of a key; undefined if the key is unused. */
export async function findIdempotencyKey(db: Pool, id: KeyId): Promise<StoredKey | undefined> {
  const { rows } = await db.query<StoredKey>(
    `SELECT fingerprint, answer FROM gateway.idempotency_keys
     WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3`,
    columnsOf(id),
  );
  return rows[0];
}

/** Stores the sealed answer, if the run still holds the key. */
export async function updateIdempotencyAnswer(
  db: Pool,
  id: KeyId,
  { runId, answer }: { readonly runId: string; readonly answer: Buffer },
): Promise<void> {
  await db.query(
    `UPDATE gateway.idempotency_keys SET answer = $5
     WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3 AND run_id = $4`,
    [...columnsOf(id), runId, answer],
  );
}

/** Releases the key of a run without a final answer. */
export async function deleteIdempotencyKey(db: Pool, id: KeyId, runId: string): Promise<void> {
  await db.query(
    `DELETE FROM gateway.idempotency_keys
     WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3 AND run_id = $4`,
    [...columnsOf(id), runId],
  );
}

/** Deletes expired keys. @param now Unix milliseconds @returns their number. */
export async function deleteExpiredIdempotencyKeys(db: Pool, now: number): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM gateway.idempotency_keys WHERE expires_at <= $1', [
    new Date(now),
  ]);
  return rowCount ?? 0;
}

/** Limits of one workspace. `bytes` counts the sealed answers. */
export interface IdempotencyQuota {
  readonly keys: number;
  readonly bytes: number;
}

/**
 * Deletes the oldest answered keys of workspaces over their quota. Keys in flight stay.
 *
 * @returns the number of deleted keys of each such workspace.
 */
export async function deleteIdempotencyKeysOverQuota(
  db: Pool,
  quota: IdempotencyQuota,
): Promise<{ readonly workspaceId: number; readonly keys: number }[]> {
  const { rows } = await db.query<{ workspace_id: string; keys: string }>(
    `WITH over_quota AS (
       SELECT workspace_id FROM gateway.idempotency_keys GROUP BY workspace_id
       HAVING count(*) > $1 OR sum(octet_length(answer)) > $2
     ), ranked AS (
       SELECT workspace_id, operation, key_digest,
         count(*) OVER newest AS keys, sum(octet_length(answer)) OVER newest AS bytes
       FROM gateway.idempotency_keys JOIN over_quota USING (workspace_id) WHERE answer IS NOT NULL
       WINDOW newest AS (PARTITION BY workspace_id ORDER BY expires_at DESC, key_digest ROWS UNBOUNDED PRECEDING)
     ), deleted AS (
       DELETE FROM gateway.idempotency_keys stored USING ranked
       WHERE (ranked.keys > $1 OR ranked.bytes > $2) AND stored.workspace_id = ranked.workspace_id
         AND stored.operation = ranked.operation AND stored.key_digest = ranked.key_digest
       RETURNING stored.workspace_id
     )
     SELECT workspace_id, count(*) AS keys FROM deleted GROUP BY workspace_id`,
    [quota.keys, quota.bytes],
  );
  return rows.map(({ workspace_id, keys }) => ({ workspaceId: Number(workspace_id), keys: Number(keys) }));
}

function columnsOf({ workspaceId, operation, digest }: KeyId): [number, string, Buffer] {
  return [workspaceId, operation, digest];
}
