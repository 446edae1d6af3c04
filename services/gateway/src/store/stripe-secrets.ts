import type { Pool } from '@headwater/kit/pg/pool';
import { seal, sealAnew, unseal, type SealingKeys } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';

/** What Stripe signs the webhooks of each workspace with. Times: Unix milliseconds. */
export interface StripeSecrets {
  /** Sets the workspace's secret in the place of any older one. @throws AppError without a key to seal it with. */
  put(workspaceId: number, signingSecret: string, now: number): Promise<void>;
  /** To check a signature, never to be shown. */
  find(workspaceId: number): Promise<string | undefined>;
  /** When it was set, undefined when there is none. */
  setAt(workspaceId: number): Promise<number | undefined>;
  remove(workspaceId: number): Promise<void>;
}

/** The secrets in Postgres, each sealed for its workspace. @param keys SECRETS_KEY */
export function createStripeSecrets(pool: Pool, keys: SealingKeys | undefined): StripeSecrets {
  return {
    put: async (workspaceId, signingSecret, now) => {
      if (!keys)
        throw failure('upstream_unavailable', 'This installation has no SECRETS_KEY to keep secrets with.');
      await pool.query(
        `INSERT INTO gateway.stripe_secrets (workspace_id, sealed_secret, set_at) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id) DO UPDATE
           SET sealed_secret = EXCLUDED.sealed_secret, signing_secret = NULL, set_at = EXCLUDED.set_at`,
        [workspaceId, sealStripeSecret(keys, workspaceId, signingSecret), new Date(now)],
      );
    },
    find: async (workspaceId) => {
      const { rows } = await pool.query<{ sealed_secret: Buffer | null; signing_secret: string | null }>(
        'SELECT sealed_secret, signing_secret FROM gateway.stripe_secrets WHERE workspace_id = $1',
        [workspaceId],
      );
      const [row] = rows;
      if (!row?.sealed_secret) return row?.signing_secret ?? undefined;
      const secret = keys && unseal(keys, row.sealed_secret, placeOf(workspaceId));
      if (secret === undefined)
        throw new Error("A workspace's signing secret does not open with SECRETS_KEY.");
      return secret;
    },
    setAt: async (workspaceId) => {
      const { rows } = await pool.query<{ set_at: Date }>(
        'SELECT set_at FROM gateway.stripe_secrets WHERE workspace_id = $1',
        [workspaceId],
      );
      return rows[0]?.set_at.getTime();
    },
    remove: async (workspaceId) => {
      await pool.query('DELETE FROM gateway.stripe_secrets WHERE workspace_id = $1', [workspaceId]);
    },
  };
}

/** A signing secret as it is stored. */
export function sealStripeSecret(keys: SealingKeys, workspaceId: number, secret: string): Buffer {
  return seal(keys, secret, placeOf(workspaceId));
}

/** See `sealAnew`. */
export function sealStripeSecretAnew(
  keys: SealingKeys,
  workspaceId: number,
  sealed: Buffer,
): Buffer | undefined {
  return sealAnew(keys, sealed, placeOf(workspaceId));
}

function placeOf(workspaceId: number): string {
  return `gateway.stripe_secrets ${workspaceId}`;
}
