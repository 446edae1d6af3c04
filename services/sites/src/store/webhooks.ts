import type { Pool } from '@headwater/kit/pg/pool';
import type { DisabledReason, Webhook, WebhookChanges } from '../domain/webhooks/webhook';
import { aloneInWorkspace } from './alone-in-workspace';
import { sealWebhookSecret, type WebhookKeys } from './webhook-secrets';

interface Row {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: string[];
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

const COLUMNS = 'id, url, description, events, disabled_reason, disabled_at, failing_since, created_at';

const fromRow = (row: Row): Webhook => ({
  id: Number(row.id),
  url: row.url,
  description: row.description,
  events: row.events,
  ...(row.disabled_reason && row.disabled_at
    ? { disabled: { reason: row.disabled_reason, at: row.disabled_at.getTime() } }
    : {}),
  ...(row.failing_since ? { failingSince: row.failing_since.getTime() } : {}),
  createdAt: row.created_at.getTime(),
});

export interface NewWebhook {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** How many the workspace may have. */
  readonly most: number;
}

/** Keeps a new webhook; undefined when the workspace has `most` already. */
export async function insertWebhook(
  pool: Pool,
  workspaceId: number,
  { url, description, events, secret, at, most, keys }: NewWebhook & { readonly keys: WebhookKeys },
): Promise<Webhook | undefined> {
  const sealed = sealWebhookSecret(keys, workspaceId, secret);
  // Alone: two that count before the other has written would both find a place.
  const { rows } = await aloneInWorkspace(pool, workspaceId, (client) =>
    client.query<Row>(
      `INSERT INTO sites.webhooks (workspace_id, url, description, events, sealed_secret, created_at)
       SELECT $1, $2, $3, $4, $5, $6
       WHERE (SELECT count(*) FROM sites.webhooks WHERE workspace_id = $1) < $7
       RETURNING ${COLUMNS}`,
      [workspaceId, url, description, [...events], sealed, new Date(at), most],
    ),
  );
  return rows[0] && fromRow(rows[0]);
}

/** The workspace's webhooks by id. */
export async function listWebhooks(pool: Pool, workspaceId: number): Promise<Webhook[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM sites.webhooks WHERE workspace_id = $1 ORDER BY id`,
    [workspaceId],
  );
  return rows.map(fromRow);
}

/** One webhook of the workspace, or undefined. */
export async function getWebhook(pool: Pool, workspaceId: number, id: number): Promise<Webhook | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM sites.webhooks WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  return rows[0] && fromRow(rows[0]);
}

/**
 * Changes a webhook. One that is made active again starts with a clean slate; one that is disabled already keeps its reason.
 *
 * @param at Unix milliseconds.
 */
export async function updateWebhook(
  pool: Pool,
  { workspaceId, id, at }: { readonly workspaceId: number; readonly id: number; readonly at: number },
  { url, description, events, status }: WebhookChanges,
): Promise<Webhook | undefined> {
  const { rows } = await pool.query<Row>(
    `UPDATE sites.webhooks SET
       url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5::text[], events),
       disabled_reason = CASE $6 WHEN 'active' THEN NULL WHEN 'disabled' THEN coalesce(disabled_reason, 'paused')
         ELSE disabled_reason END,
       disabled_at = CASE $6 WHEN 'active' THEN NULL WHEN 'disabled' THEN coalesce(disabled_at, $7) ELSE disabled_at END,
       failing_since = CASE WHEN $6 = 'active' AND disabled_reason IS NOT NULL THEN NULL ELSE failing_since END
     WHERE workspace_id = $1 AND id = $2
     RETURNING ${COLUMNS}`,
    [
      workspaceId,
      id,
      url ?? null,
      description ?? null,
      events ? [...events] : null,
      status ?? null,
      new Date(at),
    ],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Gives a webhook a new secret; the one before signs beside it until a moment (Unix milliseconds). */
export async function rotateSecret(
  pool: Pool,
  { workspaceId, id }: { readonly workspaceId: number; readonly id: number },
  {
    secret,
    previousUntil,
    keys,
  }: { readonly secret: string; readonly previousUntil: number; readonly keys: WebhookKeys },
): Promise<Webhook | undefined> {
  const { rows } = await pool.query<Row>(
    `UPDATE sites.webhooks SET
       previous_secret = secret, sealed_previous_secret = sealed_secret, previous_until = $4,
       secret = NULL, sealed_secret = $3
     WHERE workspace_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [workspaceId, id, sealWebhookSecret(keys, workspaceId, secret), new Date(previousUntil)],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Deletes a webhook with its deliveries. False when the workspace has none of this id. */
export async function deleteWebhook(pool: Pool, workspaceId: number, id: number): Promise<boolean> {
  const { rowCount } = await aloneInWorkspace(pool, workspaceId, (client) =>
    client.query('DELETE FROM sites.webhooks WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
  );
  return rowCount === 1;
}
