import type { AnswerTable } from '@headwater/kit/pg/answer-quota';
import type { Pool } from '@headwater/kit/pg/pool';
import { IDEMPOTENCY_LIMITS } from '@headwater/protos/limits';

/** Time after its first request for which a key is stored. */
export const KEY_LIFETIME_MS = IDEMPOTENCY_LIMITS.repeatHours * 3_600_000;
/** Longer than a call of `EraseAccount`: until then, an answer with facts of the account may be stored. */
export const MAX_ERASURE_MS = 60_000;
/** Max difference of the clocks of two processes. */
const MAX_SKEW_MS = 10_000;

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
  /** Unix milliseconds: the first request began later, by any clock. */
  readonly begunAfterMs: number;
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
           running_until = EXCLUDED.running_until,
           expires_at = CASE WHEN known.expires_at <= $8 THEN EXCLUDED.expires_at ELSE known.expires_at END
     WHERE known.expires_at <= $8
        OR (known.answer IS NULL AND known.running_until <= $8 AND known.fingerprint = EXCLUDED.fingerprint)`,
    [...columnsOf(id), fingerprint, runId, new Date(runningUntil), new Date(expiresAt), new Date(now)],
  );
  return rowCount === 1;
}

/** The fingerprint and the answer of a key; undefined if the key is unused. */
export async function findIdempotencyKey(db: Pool, id: KeyId): Promise<StoredKey | undefined> {
  const { rows } = await db.query<{ fingerprint: Buffer; answer: Buffer | null; expires_at: Date }>(
    `SELECT fingerprint, answer, expires_at FROM gateway.idempotency_keys
      WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3`,
    columnsOf(id),
  );
  return rows.map(({ expires_at, ...key }) => ({
    ...key,
    begunAfterMs: expires_at.getTime() - KEY_LIFETIME_MS - MAX_SKEW_MS,
  }))[0];
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

/** Sets the time until which the run holds its key, if it still does. A run that ends without an answer sets the present. */
export async function updateIdempotencyRun(
  db: Pool,
  id: KeyId,
  { runId, runningUntil }: { readonly runId: string; readonly runningUntil: number },
): Promise<void> {
  await db.query(
    `UPDATE gateway.idempotency_keys SET running_until = $5
     WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3 AND run_id = $4`,
    [...columnsOf(id), runId, new Date(runningUntil)],
  );
}

/** Keys of one statement: it must end before the statement timeout. */
const DELETE_BATCH = 20_000;

/** Deletes expired keys. @param now Unix milliseconds @returns their number. */
export async function deleteExpiredIdempotencyKeys(
  db: Pool,
  now: number,
  batch = DELETE_BATCH,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await db.query(
      `DELETE FROM gateway.idempotency_keys WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM gateway.idempotency_keys WHERE expires_at <= $1 LIMIT $2))`,
      [new Date(now), batch],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}

/** Keys whose request does not run. `$1` is the present. */
export const ENDED_KEYS: AnswerTable = {
  name: 'gateway.idempotency_keys',
  condition: 'answer IS NOT NULL OR running_until <= $1',
};

function columnsOf({ workspaceId, operation, digest }: KeyId): [number, string, Buffer] {
  return [workspaceId, operation, digest];
}
