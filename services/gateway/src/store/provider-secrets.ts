import type { Db } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { seal, reseal, unseal, type SealingKeys } from '@headwater/kit/seal';
import type { ProviderName } from '../domain/providers/provider';

/** A payment provider of a workspace. */
export interface Integration {
  readonly workspaceId: number;
  readonly provider: ProviderName;
}

export interface NewProviderSecret extends Integration {
  readonly signingSecret: string;
  /** The token that sets it; null: a session of the admin command. */
  readonly createdBy: number | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Sets the signing secret of a payment provider, replacing any older secret. Stored sealed for this workspace. A first secret is only
 * for the path with the webhook key; a replaced one keeps the paths of the older secret.
 *
 * @param keys SECRETS_KEY
 */
export async function upsertProviderSecret(
  db: Db,
  keys: SealingKeys,
  { signingSecret, createdBy, now, ...integration }: NewProviderSecret,
): Promise<void> {
  const values = [
    integration.workspaceId,
    integration.provider,
    seal(keys, signingSecret, contextOf(integration)),
    new Date(now),
    createdBy,
  ];
  // Not DO UPDATE, which accepts conflicts of one unique key: for gateways of earlier releases, rows of Stripe have a second one.
  const { rowCount } = await db.query(
    `INSERT INTO gateway.provider_secrets (workspace_id, provider, sealed_secret, set_at, accepts_id_path, created_by)
     VALUES ($1, $2, $3, $4, false, $5) ON CONFLICT DO NOTHING`,
    values,
  );
  if (rowCount === 0)
    await db.query(
      `UPDATE gateway.provider_secrets SET sealed_secret = $3, signing_secret = NULL, set_at = $4, created_by = $5
        WHERE workspace_id = $1 AND provider = $2`,
      values,
    );
}

/** The receiver that the path of a webhook names: by the webhook key, or by the id for endpoints of Stripe from before the keys. */
export type WebhookReceiver = { readonly provider: ProviderName } & (
  { readonly webhookKey: string } | { readonly workspaceId: number }
);

/** The receiver's workspace with its signing secret in clear, to verify signatures with; undefined if none is set. */
export async function findProviderSecret(
  db: Db,
  keys: SealingKeys,
  receiver: WebhookReceiver,
): Promise<{ readonly workspaceId: number; readonly secret: string } | undefined> {
  const byKey = 'webhookKey' in receiver;
  const { provider } = receiver;
  const { rows } = await acrossWorkspaces(() =>
    db.query<{
      workspace_id: string;
      sealed_secret: Buffer | null;
      signing_secret: string | null;
    }>({
      name: byKey ? 'find-provider-secret-by-key' : 'find-provider-secret-by-id',
      text: `SELECT workspace_id, sealed_secret, signing_secret FROM gateway.provider_secrets WHERE provider = $2 AND ${
        byKey
          ? 'workspace_id = (SELECT id FROM gateway.workspaces WHERE stripe_webhook_key = $1)'
          : 'workspace_id = $1 AND accepts_id_path'
      }`,
      values: [byKey ? receiver.webhookKey : receiver.workspaceId, provider],
    }),
  );
  const [row] = rows;
  if (!row) return undefined;
  const workspaceId = Number(row.workspace_id);
  const secret = row.sealed_secret
    ? unseal(keys, row.sealed_secret, contextOf({ workspaceId, provider }))
    : row.signing_secret;
  if (typeof secret !== 'string')
    throw new Error(
      `SECRETS_KEY does not open the signing secret of ${provider} of workspace ${workspaceId}.`,
    );
  return { workspaceId, secret };
}

/** The key in the paths of the workspace's webhooks. It exists before the secrets, which providers create for these paths. */
export async function findWebhookKey(db: Db, workspaceId: number): Promise<string> {
  const { rows } = await db.query<{ stripe_webhook_key: string }>(
    'SELECT stripe_webhook_key FROM gateway.workspaces WHERE id = $1',
    [workspaceId],
  );
  if (!rows[0]) throw new Error(`Workspace ${workspaceId} does not exist.`);
  return rows[0].stripe_webhook_key;
}

/** A stored signing secret. */
export interface SecretOrigin {
  readonly provider: ProviderName;
  /** Unix milliseconds. */
  readonly setAtMs: number;
  /** The token that set it; null: the admin command's session or an earlier release. */
  readonly createdBy: number | null;
}

/** The signing secrets of the workspace, without the secrets themselves. */
export async function listSecretOrigins(db: Db, workspaceId: number): Promise<readonly SecretOrigin[]> {
  const { rows } = await db.query<{ provider: ProviderName; set_at: Date; created_by: string | null }>(
    'SELECT provider, set_at, created_by FROM gateway.provider_secrets WHERE workspace_id = $1 ORDER BY provider',
    [workspaceId],
  );
  return rows.map(({ provider, set_at, created_by }) => ({
    provider,
    setAtMs: set_at.getTime(),
    createdBy: created_by === null ? null : Number(created_by),
  }));
}

export async function deleteProviderSecret(db: Db, { workspaceId, provider }: Integration): Promise<void> {
  await db.query('DELETE FROM gateway.provider_secrets WHERE workspace_id = $1 AND provider = $2', [
    workspaceId,
    provider,
  ]);
}

/**
 * Seals with the first key every signing secret that is stored in clear or sealed with an older key, and verifies that
 * all secrets open. Gateways may run it concurrently.
 *
 * @throws Error if no key opens one of them.
 */
export async function resealProviderSecrets(db: Db, keys: SealingKeys): Promise<void> {
  const { rows } = await db.query<{
    workspace_id: string;
    provider: ProviderName;
    signing_secret: string | null;
    sealed_secret: Buffer | null;
  }>('SELECT workspace_id, provider, signing_secret, sealed_secret FROM gateway.provider_secrets');
  for (const { workspace_id, provider, signing_secret: clear, sealed_secret: before } of rows) {
    const workspaceId = Number(workspace_id);
    const context = contextOf({ workspaceId, provider });
    const sealed = before ? reseal(keys, before, context) : seal(keys, clear ?? '', context);
    if (!sealed)
      throw new Error(
        `SECRETS_KEY is not the key that the signing secret of ${provider} of workspace ${workspaceId} was sealed with. ` +
          'Restore that key, or append it after a comma.',
      );
    // Compares with the value read above: the workspace may have set a new secret in the meantime.
    if (sealed !== before)
      await db.query(
        `UPDATE gateway.provider_secrets SET sealed_secret = $5, signing_secret = NULL
          WHERE workspace_id = $1 AND provider = $2
            AND signing_secret IS NOT DISTINCT FROM $3 AND sealed_secret IS NOT DISTINCT FROM $4`,
        [workspaceId, provider, clear, before, sealed],
      );
  }
}

/** Bound to the ciphertext, so that a secret copied to another workspace or provider does not open. */
function contextOf({ workspaceId, provider }: Integration): string {
  return provider === 'stripe'
    ? `gateway.stripe_secrets ${workspaceId}`
    : `gateway.provider_secrets ${provider} ${workspaceId}`;
}
