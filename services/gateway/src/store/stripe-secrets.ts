import type { Pool } from '@headwater/kit/pg/pool';
import { seal, reseal, unseal, type SealingKeys } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';

export interface NewStripeSecret {
  readonly workspaceId: number;
  readonly signingSecret: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Sets the workspace's signing secret, replacing any older secret. Stored sealed for this workspace.
 *
 * @param keys SECRETS_KEY
 * @throws AppError `upstream_unavailable` if there is no key.
 */
export async function upsertStripeSecret(
  db: Pool,
  keys: SealingKeys | undefined,
  { workspaceId, signingSecret, now }: NewStripeSecret,
): Promise<void> {
  if (!keys)
    throw failure(
      'upstream_unavailable',
      'Secrets cannot be stored: this installation has no SECRETS_KEY. Its operator must set one.',
    );
  await db.query(
    `INSERT INTO gateway.stripe_secrets (workspace_id, sealed_secret, set_at) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id) DO UPDATE
       SET sealed_secret = EXCLUDED.sealed_secret, signing_secret = NULL, set_at = EXCLUDED.set_at`,
    [workspaceId, seal(keys, signingSecret, contextOf(workspaceId)), new Date(now)],
  );
}

/** The workspace's signing secret in clear, to verify signatures with; undefined if none is set. */
export async function findStripeSecret(
  db: Pool,
  keys: SealingKeys | undefined,
  workspaceId: number,
): Promise<string | undefined> {
  const { rows } = await db.query<{ sealed_secret: Buffer | null; signing_secret: string | null }>(
    'SELECT sealed_secret, signing_secret FROM gateway.stripe_secrets WHERE workspace_id = $1',
    [workspaceId],
  );
  const [row] = rows;
  if (!row?.sealed_secret) return row?.signing_secret ?? undefined;
  const secret = keys && unseal(keys, row.sealed_secret, contextOf(workspaceId));
  if (secret === undefined)
    throw new Error(`SECRETS_KEY does not open the Stripe signing secret of workspace ${workspaceId}.`);
  return secret;
}

/** When the workspace's secret was set (Unix milliseconds); undefined if none is set. */
export async function findStripeSecretTime(db: Pool, workspaceId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ set_at: Date }>(
    'SELECT set_at FROM gateway.stripe_secrets WHERE workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.set_at.getTime();
}

export async function deleteStripeSecret(db: Pool, workspaceId: number): Promise<void> {
  await db.query('DELETE FROM gateway.stripe_secrets WHERE workspace_id = $1', [workspaceId]);
}

/**
 * Seals with the first key every signing secret that is stored in clear or sealed with an older key, and verifies that
 * all secrets open. Gateways may run it concurrently.
 *
 * @throws Error if there are secrets but no key, or if no key opens one of them.
 */
export async function resealStripeSecrets(db: Pool, keys: SealingKeys | undefined): Promise<void> {
  const { rows } = await db.query<{
    workspace_id: string;
    signing_secret: string | null;
    sealed_secret: Buffer | null;
  }>('SELECT workspace_id, signing_secret, sealed_secret FROM gateway.stripe_secrets');
  if (rows.length === 0) return;
  if (!keys)
    throw new Error(
      'SECRETS_KEY is needed: workspaces have Stripe signing secrets, which are stored sealed with it. ' +
        'Set the same key on all gateways. If there was none before, generate one with `openssl rand -base64 32`.',
    );
  for (const { workspace_id, signing_secret: clear, sealed_secret: before } of rows) {
    const workspaceId = Number(workspace_id);
    const context = contextOf(workspaceId);
    const sealed = before ? reseal(keys, before, context) : seal(keys, clear ?? '', context);
    if (!sealed)
      throw new Error(
        `SECRETS_KEY is not the key that the Stripe signing secret of workspace ${workspaceId} was sealed with. ` +
          'Restore that key, or append it after a comma.',
      );
    // Compares with the value read above: the workspace may have set a new secret in the meantime.
    if (sealed !== before)
      await db.query(
        `UPDATE gateway.stripe_secrets SET sealed_secret = $4, signing_secret = NULL
          WHERE workspace_id = $1 AND signing_secret IS NOT DISTINCT FROM $2 AND sealed_secret IS NOT DISTINCT FROM $3`,
        [workspaceId, clear, before, sealed],
      );
  }
}

/** Bound to the ciphertext, so that a secret copied to another workspace does not open. */
function contextOf(workspaceId: number): string {
  return `gateway.stripe_secrets ${workspaceId}`;
}
