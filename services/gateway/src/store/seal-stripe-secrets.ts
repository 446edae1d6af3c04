import type { Pool } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import { sealStripeSecret, sealStripeSecretAnew } from './stripe-secrets';

interface Row {
  workspace_id: string;
  signing_secret: string | null;
  sealed_secret: Buffer | null;
}

/**
 * Seals by the first key the signing secrets that still lie in clear or were sealed by another, and sees that all open.
 * Any number of gateways may do it at once.
 *
 * @throws Error when there are secrets and no key, or none of those that they were sealed with.
 */
export async function sealStripeSecrets(pool: Pool, keys: SealingKeys | undefined): Promise<void> {
  const { rows } = await pool.query<Row>(
    'SELECT workspace_id, signing_secret, sealed_secret FROM gateway.stripe_secrets',
  );
  if (rows.length === 0) return;
  if (!keys)
    throw new Error(
      'SECRETS_KEY is needed: workspaces have set signing secrets of Stripe, which are kept sealed with it. ' +
        'Make one with `openssl rand -base64 32` if there was none before, and give all gateways the same.',
    );
  for (const { workspace_id, signing_secret: clear, sealed_secret: before } of rows) {
    const workspaceId = Number(workspace_id);
    const sealed = before
      ? sealStripeSecretAnew(keys, workspaceId, before)
      : sealStripeSecret(keys, workspaceId, clear ?? '');
    if (!sealed)
      throw new Error(
        'SECRETS_KEY is not the key that the signing secrets of Stripe were sealed with, nor holds it after a comma. ' +
          'Restore it from a copy.',
      );
    // Only what it still is: it may have been set anew.
    if (sealed !== before)
      await pool.query(
        `UPDATE gateway.stripe_secrets SET sealed_secret = $4, signing_secret = NULL
          WHERE workspace_id = $1 AND signing_secret IS NOT DISTINCT FROM $2 AND sealed_secret IS NOT DISTINCT FROM $3`,
        [workspaceId, clear, before, sealed],
      );
  }
}
