import type { Pool } from '@headwater/kit/pg/pool';
import { seal, unseal } from '@headwater/kit/seal';
import { failure } from '@headwater/protos/error-codes';

/** SECRETS_KEY; a service without it keeps no webhooks. */
export type SealingKey = Buffer | undefined;

/** A secret as a row has it: sealed, or in clear while a release that knew no seal has written it. */
export interface StoredSecret {
  readonly workspaceId: number;
  readonly sealed: Buffer | null;
  readonly clear: string | null;
}

/** A secret as it is stored. @throws AppError without a key to seal it with. */
export function sealWebhookSecret(key: SealingKey, workspaceId: number, secret: string): Buffer {
  if (!key)
    throw failure(
      'upstream_unavailable',
      'This installation has no SECRETS_KEY to keep webhook secrets with.',
    );
  return seal(key, secret, placeOf(workspaceId));
}

/** To sign with, never to be shown. @throws Error when it was sealed with another key, or for another workspace. */
export function openWebhookSecret(key: SealingKey, { workspaceId, sealed, clear }: StoredSecret): string {
  const secret = sealed ? key && unseal(key, sealed, placeOf(workspaceId)) : clear;
  if (secret === undefined || secret === null)
    throw new Error("A webhook's signing secret does not open with SECRETS_KEY.");
  return secret;
}

/** Sees that the stored secrets open. @throws Error when there are sealed ones and no key, or another one. */
export async function checkWebhookSecrets(pool: Pool, key: SealingKey): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string; sealed_secret: Buffer }>(
    'SELECT workspace_id, sealed_secret FROM sites.webhooks WHERE sealed_secret IS NOT NULL',
  );
  if (rows.length > 0 && !key) throw keyIsNeeded();
  for (const { workspace_id, sealed_secret } of rows)
    if (key && unseal(key, sealed_secret, placeOf(Number(workspace_id))) === undefined)
      throw new Error(
        "SECRETS_KEY is not the key that the webhooks' signing secrets were sealed with. Restore it from a copy.",
      );
}

/**
 * Forgets the secrets that sign no more, and seals those that lie in clear. Any number of replicas may do it at once.
 *
 * @param now Unix milliseconds.
 * @throws Error when some lie in clear and there is no key.
 */
export async function sealWebhookSecrets(pool: Pool, key: SealingKey, now: number): Promise<void> {
  await pool.query(
    `UPDATE sites.webhooks SET previous_secret = NULL, sealed_previous_secret = NULL, previous_until = NULL
     WHERE previous_until <= $1`,
    [new Date(now)],
  );
  const { rows } = await pool.query<{
    id: string;
    workspace_id: string;
    secret: string | null;
    previous_secret: string | null;
  }>(
    `SELECT id, workspace_id, secret, previous_secret FROM sites.webhooks
     WHERE secret IS NOT NULL OR previous_secret IS NOT NULL`,
  );
  if (rows.length > 0 && !key) throw keyIsNeeded();
  for (const { id, workspace_id, secret, previous_secret } of rows) {
    const workspaceId = Number(workspace_id);
    const sealed = (text: string | null): Buffer | null =>
      text === null ? null : sealWebhookSecret(key, workspaceId, text);
    // Only what it still is: another replica may have sealed or changed it.
    await pool.query(
      `UPDATE sites.webhooks SET
         sealed_secret = coalesce($3, sealed_secret), secret = NULL,
         sealed_previous_secret = coalesce($4, sealed_previous_secret), previous_secret = NULL
       WHERE workspace_id = $1 AND id = $2
         AND secret IS NOT DISTINCT FROM $5 AND previous_secret IS NOT DISTINCT FROM $6`,
      [workspaceId, id, sealed(secret), sealed(previous_secret), secret, previous_secret],
    );
  }
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
