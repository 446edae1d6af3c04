import type { Db } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { seal, reseal, unseal, type SealingKeys } from '@headwater/kit/seal';

export interface NewStripeSecret {
  readonly workspaceId: number;
  readonly signingSecret: string;
  /** The token that sets it; null: a session of the admin command. */
  readonly createdBy: number | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Sets the workspace's signing secret, replacing any older secret. Stored sealed for this workspace. A first secret is only
 * for the path with the webhook key; a replaced one keeps the paths of the older secret.
 *
 * @param keys SECRETS_KEY
 */
export async function upsertStripeSecret(
  db: Db,
  keys: SealingKeys,
  { workspaceId, signingSecret, createdBy, now }: NewStripeSecret,
): Promise<void> {
  await db.query(
    `INSERT INTO gateway.stripe_secrets (workspace_id, sealed_secret, set_at, accepts_id_path, created_by)
     VALUES ($1, $2, $3, false, $4)
     ON CONFLICT (workspace_id) DO UPDATE
       SET sealed_secret = EXCLUDED.sealed_secret, signing_secret = NULL, set_at = EXCLUDED.set_at, created_by = EXCLUDED.created_by`,
    [workspaceId, seal(keys, signingSecret, contextOf(workspaceId)), new Date(now), createdBy],
  );
}

/** The receiver that the path of a webhook names: by the webhook key, or by the id for endpoints from before the keys. */
export type WebhookReceiver = { readonly webhookKey: string } | { readonly workspaceId: number };

/** The receiver's workspace with its signing secret in clear, to verify signatures with; undefined if none is set. */
export async function findStripeSecret(
  db: Db,
  keys: SealingKeys,
  receiver: WebhookReceiver,
): Promise<{ readonly workspaceId: number; readonly secret: string } | undefined> {
  const byKey = 'webhookKey' in receiver;
  const { rows } = await acrossWorkspaces(() =>
    db.query<{
      workspace_id: string;
      sealed_secret: Buffer | null;
      signing_secret: string | null;
    }>({
      name: byKey ? 'find-stripe-secret-by-key' : 'find-stripe-secret-by-id',
      text: `SELECT workspace_id, sealed_secret, signing_secret FROM gateway.stripe_secrets WHERE ${
        byKey
          ? 'workspace_id = (SELECT id FROM gateway.workspaces WHERE stripe_webhook_key = $1)'
          : 'workspace_id = $1 AND accepts_id_path'
      }`,
      values: [byKey ? receiver.webhookKey : receiver.workspaceId],
    }),
  );
  const [row] = rows;
  if (!row) return undefined;
  const workspaceId = Number(row.workspace_id);
  const secret = row.sealed_secret
    ? unseal(keys, row.sealed_secret, contextOf(workspaceId))
    : row.signing_secret;
  if (typeof secret !== 'string')
    throw new Error(`SECRETS_KEY does not open the Stripe signing secret of workspace ${workspaceId}.`);
  return { workspaceId, secret };
}

/** The key in the path of the workspace's webhook. It exists before the secret, which Stripe creates for that path. */
export async function findStripeWebhookKey(db: Db, workspaceId: number): Promise<string> {
  const { rows } = await db.query<{ stripe_webhook_key: string }>(
    'SELECT stripe_webhook_key FROM gateway.workspaces WHERE id = $1',
    [workspaceId],
  );
  if (!rows[0]) throw new Error(`Workspace ${workspaceId} does not exist.`);
  return rows[0].stripe_webhook_key;
}

/** When the workspace's secret was set (Unix milliseconds), and by which token; undefined if none is set. */
export async function findStripeSecretOrigin(
  db: Db,
  workspaceId: number,
): Promise<{ readonly setAtMs: number; readonly createdBy: number | null } | undefined> {
  const { rows } = await db.query<{ set_at: Date; created_by: string | null }>(
    'SELECT set_at, created_by FROM gateway.stripe_secrets WHERE workspace_id = $1',
    [workspaceId],
  );
  const [row] = rows;
  return (
    row && {
      setAtMs: row.set_at.getTime(),
      createdBy: row.created_by === null ? null : Number(row.created_by),
    }
  );
}

export async function deleteStripeSecret(db: Db, workspaceId: number): Promise<void> {
  await db.query('DELETE FROM gateway.stripe_secrets WHERE workspace_id = $1', [workspaceId]);
}

/**
 * Seals with the first key every signing secret that is stored in clear or sealed with an older key, and verifies that
 * all secrets open. Gateways may run it concurrently.
 *
 * @throws Error if no key opens one of them.
 */
export async function resealStripeSecrets(db: Db, keys: SealingKeys): Promise<void> {
  const { rows } = await db.query<{
    workspace_id: string;
    signing_secret: string | null;
    sealed_secret: Buffer | null;
  }>('SELECT workspace_id, signing_secret, sealed_secret FROM gateway.stripe_secrets');
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
