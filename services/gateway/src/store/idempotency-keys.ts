import type { Pool } from '@headwater/kit/pg/pool';

/** One key of one endpoint in one workspace. */
export interface KeyId {
  readonly workspaceId: number;
  readonly operation: string;
  readonly digest: Buffer;
}

/** Times: Unix milliseconds. */
export interface KeyRun {
  readonly fingerprint: Buffer;
  readonly runId: string;
  readonly now: number;
  readonly runningUntil: number;
  readonly expiresAt: number;
}

export interface StoredKey {
  readonly fingerprint: Buffer;
  /** Sealed; null while the first request still runs. */
  readonly answer: Buffer | null;
}

/** The keys that were used with POST requests. */
export interface IdempotencyKeys {
  /**
   * Takes the key for a run: a new or expired one, or one whose run of the same request was given up. The primary key
   * decides between any number of replicas. @returns false when it is somebody else's.
   */
  claim(id: KeyId, run: KeyRun): Promise<boolean>;
  find(id: KeyId): Promise<StoredKey | undefined>;
  /** Keeps the answer of a run that still holds the key. */
  keep(id: KeyId, runId: string, answer: Buffer): Promise<void>;
  /** Frees the key of a run that came to no final answer. */
  release(id: KeyId, runId: string): Promise<void>;
  /** Deletes expired keys. @returns how many. */
  sweep(now: number): Promise<number>;
}

/** The keys in Postgres. */
export function createIdempotencyKeys(pool: Pool): IdempotencyKeys {
  const idOf = ({ workspaceId, operation, digest }: KeyId) => [workspaceId, operation, digest];
  return {
    claim: async (id, { fingerprint, runId, now, runningUntil, expiresAt }) => {
      const { rowCount } = await pool.query(
        `INSERT INTO gateway.idempotency_keys AS known
           (workspace_id, operation, key_digest, fingerprint, run_id, running_until, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (workspace_id, operation, key_digest) DO UPDATE
           SET fingerprint = EXCLUDED.fingerprint, run_id = EXCLUDED.run_id, answer = NULL,
               running_until = EXCLUDED.running_until, expires_at = EXCLUDED.expires_at
         WHERE known.expires_at <= $8
            OR (known.answer IS NULL AND known.running_until <= $8 AND known.fingerprint = EXCLUDED.fingerprint)`,
        [...idOf(id), fingerprint, runId, new Date(runningUntil), new Date(expiresAt), new Date(now)],
      );
      return rowCount === 1;
    },
    find: async (id) => {
      const { rows } = await pool.query<StoredKey>(
        `SELECT fingerprint, answer FROM gateway.idempotency_keys
         WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3`,
        idOf(id),
      );
      return rows[0];
    },
    keep: async (id, runId, answer) => {
      await pool.query(
        `UPDATE gateway.idempotency_keys SET answer = $5
         WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3 AND run_id = $4`,
        [...idOf(id), runId, answer],
      );
    },
    release: async (id, runId) => {
      await pool.query(
        `DELETE FROM gateway.idempotency_keys
         WHERE workspace_id = $1 AND operation = $2 AND key_digest = $3 AND run_id = $4`,
        [...idOf(id), runId],
      );
    },
    sweep: async (now) => {
      const { rowCount } = await pool.query('DELETE FROM gateway.idempotency_keys WHERE expires_at <= $1', [
        new Date(now),
      ]);
      return rowCount ?? 0;
    },
  };
}
