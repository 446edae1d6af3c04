import type { Pool } from '@headwater/kit/pg/pool';

/** What Stripe signs the webhooks of each workspace with. Times: Unix milliseconds. */
export interface StripeSecrets {
  /** Sets the workspace's secret in the place of any older one. */
  put(workspaceId: number, signingSecret: string, now: number): Promise<void>;
  /** To check a signature, never to be shown. */
  find(workspaceId: number): Promise<string | undefined>;
  /** When it was set, undefined when there is none. */
  setAt(workspaceId: number): Promise<number | undefined>;
  remove(workspaceId: number): Promise<void>;
}

/**
 * The secrets in Postgres, as they are: the gateway has no lasting key to seal them with, and every replica needs them in
 * clear to check a signature. Whoever reads this table can forge webhooks and nothing else.
 */
export function createStripeSecrets(pool: Pool): StripeSecrets {
  return {
    put: async (workspaceId, signingSecret, now) => {
      await pool.query(
        `INSERT INTO gateway.stripe_secrets (workspace_id, signing_secret, set_at) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id) DO UPDATE
           SET signing_secret = EXCLUDED.signing_secret, set_at = EXCLUDED.set_at`,
        [workspaceId, signingSecret, new Date(now)],
      );
    },
    find: async (workspaceId) => {
      const { rows } = await pool.query<{ signing_secret: string }>(
        'SELECT signing_secret FROM gateway.stripe_secrets WHERE workspace_id = $1',
        [workspaceId],
      );
      return rows[0]?.signing_secret;
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
