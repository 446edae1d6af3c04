import type { Pool } from '@headwater/kit/pg/pool';
import { seal, sealAnew, unseal, type SealingKeys } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';

/** SECRETS_KEY; a service without it keeps no webhooks. */
export type WebhookKeys = SealingKeys | undefined;

/** A secret as a row has it: sealed, or in clear while a release that knew no seal has written it. */
export interface StoredSecret {
  readonly workspaceId: number;
  readonly sealed: Buffer | null;
  readonly clear: string | null;
}

/** A secret as it is stored. @throws AppError without a key to seal it with. */
export function sealWebhookSecret(keys: WebhookKeys, workspaceId: number, secret: string): Buffer {
  if (!keys)
    throw failure(
      'upstream_unavailable',
      'This installation has no SECRETS_KEY to keep webhook secrets with.',
    );
  return seal(keys, secret, placeOf(workspaceId));
}

/** To sign with, never to be shown. @throws Error when it was sealed with another key, or for another workspace. */
export function openWebhookSecret(keys: WebhookKeys, { workspaceId, sealed, clear }: StoredSecret): string {
  const secret = sealed ? keys && unseal(keys, sealed, placeOf(workspaceId)) : clear;
  if (secret === undefined || secret === null)
    throw new Error("A webhook's signing secret does not open with SECRETS_KEY.");
  return secret;
}

/** Sees that the stored secrets open. @throws Error when there are sealed ones and no key, or none of theirs. */
export async function checkWebhookSecrets(pool: Pool, keys: WebhookKeys): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string; sealed_secret: Buffer }>(
    'SELECT workspace_id, sealed_secret FROM sites.webhooks WHERE sealed_secret IS NOT NULL',
  );
  if (rows.length > 0 && !keys) throw keyIsNeeded();
  for (const { workspace_id, sealed_secret } of rows)
    if (keys && unseal(keys, sealed_secret, placeOf(Number(workspace_id))) === undefined)
      throw new Error(
        "SECRETS_KEY is not the key that the webhooks' signing secrets were sealed with, nor holds it after a comma. " +
          'Restore it from a copy.',
      );
}

interface Secrets {
  readonly secret: string | null;
  readonly sealed_secret: Buffer | null;
  readonly previous_secret: string | null;
  readonly sealed_previous_secret: Buffer | null;
}

/**
 * Forgets the secrets that sign no more, and seals by the first key those that lie in clear or were sealed by another. One
 * that does not open is left as it is. Any number of replicas may do it at once.
 *
 * @param now Unix milliseconds.
 * @throws Error when some lie in clear and there is no key.
 */
export async function sealWebhookSecrets(pool: Pool, keys: WebhookKeys, now: number): Promise<void> {
  await pool.query(
    `UPDATE sites.webhooks SET previous_secret = NULL, sealed_previous_secret = NULL, previous_until = NULL
     WHERE previous_until <= $1`,
    [new Date(now)],
  );
  const { rows } = await pool.query<Secrets & { id: string; workspace_id: string }>(
    `SELECT id, workspace_id, secret, sealed_secret, previous_secret, sealed_previous_secret FROM sites.webhooks`,
  );
  for (const { id, workspace_id, ...kept } of rows) {
    const workspaceId = Number(workspace_id);
    const current = sealedAnew(keys, { workspaceId, clear: kept.secret, sealed: kept.sealed_secret });
    const previous = sealedAnew(keys, {
      workspaceId,
      clear: kept.previous_secret,
      sealed: kept.sealed_previous_secret,
    });
    if (current === kept.sealed_secret && previous === kept.sealed_previous_secret) continue;
    // Only what it still is: another replica may have sealed or changed it.
    await pool.query(
      `UPDATE sites.webhooks SET
         sealed_secret = $3, secret = NULL, sealed_previous_secret = $4, previous_secret = NULL
       WHERE workspace_id = $1 AND id = $2
         AND secret IS NOT DISTINCT FROM $5 AND sealed_secret IS NOT DISTINCT FROM $6
         AND previous_secret IS NOT DISTINCT FROM $7 AND sealed_previous_secret IS NOT DISTINCT FROM $8`,
      [
        ...[workspaceId, id, current, previous],
        ...[kept.secret, kept.sealed_secret, kept.previous_secret, kept.sealed_previous_secret],
      ],
    );
  }
}

/** A secret sealed by the first key, unchanged where it is so or does not open, null where there is none. */
function sealedAnew(keys: WebhookKeys, { workspaceId, clear, sealed }: StoredSecret): Buffer | null {
  if (clear !== null) {
    if (!keys) throw keyIsNeeded();
    return sealWebhookSecret(keys, workspaceId, clear);
  }
  return (sealed && keys && sealAnew(keys, sealed, placeOf(workspaceId))) ?? sealed;
}

function keyIsNeeded(): Error {
  return new Error(
    'SECRETS_KEY is needed: workspaces have webhooks, whose signing secrets are kept sealed with it. ' +
      'Make one with `openssl rand -base64 32` if there was none before, and give all gateways and sites the same.',
  );
}

function placeOf(workspaceId: number): string {
  return `sites.webhooks ${workspaceId}`;
}
