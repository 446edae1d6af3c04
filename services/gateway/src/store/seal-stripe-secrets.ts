import type { Pool } from '@headwater/kit/pg/pool';
import { sealStripeSecret, unsealStripeSecret } from './stripe-secrets';

interface Row {
  workspace_id: string;
  signing_secret: string | null;
  sealed_secret: Buffer | null;
}

/**
 * Seals the signing secrets that still lie in clear, and sees that the others open. Any number of gateways may do it at
 * once.
 *
 * @throws Error when there are secrets and no key, or another one than they were sealed with.
 */
export async function sealStripeSecrets(pool: Pool, key: Buffer | undefined): Promise<void> {
  const { rows } = await pool.query<Row>(
    'SELECT workspace_id, signing_secret, sealed_secret FROM gateway.stripe_secrets',
  );
  if (rows.length === 0) return;
  if (!key)
    throw new Error(
      'SECRETS_KEY is needed: workspaces have set signing secrets of Stripe, which are kept sealed with it. ' +
        'Make one with `openssl rand -base64 32` if there was none before, and give all gateways the same.',
    );
  for (const row of rows) {
    const workspaceId = Number(row.workspace_id);
    if (row.signing_secret !== null)
      await pool.query(
        `UPDATE gateway.stripe_secrets SET sealed_secret = $3, signing_secret = NULL
          WHERE workspace_id = $1 AND signing_secret = $2`,
        [workspaceId, row.signing_secret, sealStripeSecret(key, workspaceId, row.signing_secret)],
      );
    else if (row.sealed_secret && unsealStripeSecret(key, workspaceId, row.sealed_secret) === undefined)
      throw new Error(
        'SECRETS_KEY is not the key that the signing secrets of Stripe were sealed with. Restore it from a copy.',
      );
  }
}
