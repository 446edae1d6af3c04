import type { Db } from '@headwater/kit/pg/pool';
import { seal, reseal, unseal, type SealingKeys } from '@headwater/kit/seal';

/** A secret in its row: sealed, or in plain text if an older release wrote it. */
export interface StoredSecret {
  readonly workspaceId: number;
  readonly sealed: Buffer | null;
  readonly plain: string | null;
}

/** Seals a secret for its row. */
export function sealWebhookSecret(keys: SealingKeys, workspaceId: number, secret: string): Buffer {
  return seal(keys, secret, contextOf(workspaceId));
}

/** Opens a secret for signing. @throws Error if it was sealed with another key, or for another workspace. */
export function openWebhookSecret(keys: SealingKeys, { workspaceId, sealed, plain }: StoredSecret): string {
  const secret = sealed ? unseal(keys, sealed, contextOf(workspaceId)) : plain;
  if (secret === undefined || secret === null)
    throw new Error("A webhook's signing secret cannot be opened with SECRETS_KEY.");
  return secret;
}

/** Checks that all stored secrets can be opened. @throws Error if no key opens one of them. */
export async function checkWebhookSecrets(db: Db, keys: SealingKeys): Promise<void> {
  const { rows } = await db.query<{ workspace_id: string; sealed_secret: Buffer }>(
    'SELECT workspace_id, sealed_secret FROM sites.webhooks WHERE sealed_secret IS NOT NULL',
  );
  for (const { workspace_id, sealed_secret } of rows)
    if (unseal(keys, sealed_secret, contextOf(Number(workspace_id))) === undefined)
      throw new Error(
        "SECRETS_KEY is not the key that sealed the webhooks' signing secrets, and does not list it after a comma. " +
          'Restore the key from a backup.',
      );
}

interface Secrets {
  readonly secret: string | null;
  readonly sealed_secret: Buffer | null;
  readonly previous_secret: string | null;
  readonly sealed_previous_secret: Buffer | null;
}

/**
 * Deletes expired previous secrets. Seals with the first key all secrets in plain text or sealed with another key; leaves those
 * that cannot be opened. Replicas may run it concurrently.
 *
 * @param now Unix milliseconds.
 */
export async function sealWebhookSecrets(db: Db, keys: SealingKeys, now: number): Promise<void> {
  await db.query(
    `UPDATE sites.webhooks SET previous_secret = NULL, sealed_previous_secret = NULL, previous_until = NULL
     WHERE previous_until <= $1`,
    [new Date(now)],
  );
  const { rows } = await db.query<Secrets & { id: string; workspace_id: string }>(
    `SELECT id, workspace_id, secret, sealed_secret, previous_secret, sealed_previous_secret FROM sites.webhooks`,
  );
  for (const { id, workspace_id, ...stored } of rows) {
    const workspaceId = Number(workspace_id);
    const current = resealed(keys, { workspaceId, plain: stored.secret, sealed: stored.sealed_secret });
    const previous = resealed(keys, {
      workspaceId,
      plain: stored.previous_secret,
      sealed: stored.sealed_previous_secret,
    });
    if (current === stored.sealed_secret && previous === stored.sealed_previous_secret) continue;
    // Only if unchanged: another replica may have sealed or rotated it.
    await db.query(
      `UPDATE sites.webhooks SET
         sealed_secret = $3, secret = NULL, sealed_previous_secret = $4, previous_secret = NULL
       WHERE workspace_id = $1 AND id = $2
         AND secret IS NOT DISTINCT FROM $5 AND sealed_secret IS NOT DISTINCT FROM $6
         AND previous_secret IS NOT DISTINCT FROM $7 AND sealed_previous_secret IS NOT DISTINCT FROM $8`,
      [
        ...[workspaceId, id, current, previous],
        ...[stored.secret, stored.sealed_secret, stored.previous_secret, stored.sealed_previous_secret],
      ],
    );
  }
}

/** A secret sealed with the first key; unchanged if it is already, or cannot be opened; null without a secret. */
function resealed(keys: SealingKeys, { workspaceId, plain, sealed }: StoredSecret): Buffer | null {
  if (plain !== null) return sealWebhookSecret(keys, workspaceId, plain);
  return (sealed && reseal(keys, sealed, contextOf(workspaceId))) ?? sealed;
}

function contextOf(workspaceId: number): string {
  return `sites.webhooks ${workspaceId}`;
}
