import type { Db } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import type { DisabledReason, Webhook, WebhookChanges } from '../domain/webhook';
import { withEventLock } from './webhook-events';
import { sealWebhookSecret } from './webhook-secrets';

/** A webhook of a workspace. */
export interface WebhookReference {
  readonly workspaceId: number;
  readonly id: number;
}

interface Row {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: string[];
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
  readonly created_by: string | null;
}

const COLUMNS =
  'id, url, description, events, disabled_reason, disabled_at, failing_since, created_at, created_by';

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
  ...(row.created_by === null ? {} : { createdBy: Number(row.created_by) }),
});

export interface NewWebhook {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** The token that creates it. */
  readonly createdBy: number | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  /** Limit per workspace. */
  readonly max: number;
}

/** Inserts a webhook; undefined when the workspace has `max` already. */
export async function insertWebhook(
  db: Db,
  workspaceId: number,
  { url, description, events, secret, createdBy, at, max, keys }: NewWebhook & { readonly keys: SealingKeys },
): Promise<Webhook | undefined> {
  const sealed = sealWebhookSecret(keys, workspaceId, secret);
  // Serialises inserts of one workspace: two concurrent ones must not both count 19.
  const { rows } = await withEventLock(db, workspaceId, (client) =>
    client.query<Row>(
      `INSERT INTO sites.webhooks (workspace_id, url, description, events, sealed_secret, created_at, created_by)
       SELECT $1, $2, $3, $4, $5, $6, $8
       WHERE (SELECT count(*) FROM sites.webhooks WHERE workspace_id = $1) < $7
       RETURNING ${COLUMNS}`,
      [workspaceId, url, description, [...events], sealed, new Date(at), max, createdBy ?? null],
    ),
  );
  return rows[0] && fromRow(rows[0]);
}

/** The workspace's webhooks by id. */
export async function listWebhooks(db: Db, workspaceId: number): Promise<Webhook[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.webhooks WHERE workspace_id = $1 ORDER BY id`,
    [workspaceId],
  );
  return rows.map(fromRow);
}

/** One webhook of the workspace, or undefined. */
export async function getWebhook(
  db: Db,
  { workspaceId, id }: WebhookReference,
): Promise<Webhook | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.webhooks WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  return rows[0] && fromRow(rows[0]);
}

/**
 * Applies the given changes. Activating a webhook resets `failingSince`; disabling a disabled one keeps its reason.
 *
 * @param at Unix milliseconds.
 */
export async function updateWebhook(
  db: Db,
  { workspaceId, id, at }: WebhookReference & { readonly at: number },
  { url, description, events, status }: WebhookChanges,
): Promise<Webhook | undefined> {
  const { rows } = await db.query<Row>(
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

/** Replaces a webhook's secret. The previous one also signs until `previousUntil` (Unix milliseconds). */
export async function rotateSecret(
  db: Db,
  { workspaceId, id }: WebhookReference,
  {
    secret,
    previousUntil,
    keys,
  }: { readonly secret: string; readonly previousUntil: number; readonly keys: SealingKeys },
): Promise<Webhook | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE sites.webhooks SET
       previous_secret = secret, sealed_previous_secret = sealed_secret, previous_until = $4,
       secret = NULL, sealed_secret = $3
     WHERE workspace_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [workspaceId, id, sealWebhookSecret(keys, workspaceId, secret), new Date(previousUntil)],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Deletes a webhook and its deliveries. False without such a webhook. */
export async function deleteWebhook(db: Db, { workspaceId, id }: WebhookReference): Promise<boolean> {
  const { rowCount } = await withEventLock(db, workspaceId, (client) =>
    client.query('DELETE FROM sites.webhooks WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
  );
  return rowCount === 1;
}

/** State of the webhooks of all workspaces. Times are Unix milliseconds. */
export interface WebhookState {
  readonly webhooks: Readonly<Partial<Record<'active' | DisabledReason, number>>>;
  /** Pending deliveries to active webhooks. */
  readonly pending: number;
  /** When the oldest pending delivery was queued. */
  readonly oldestAt?: number;
  /** When the earliest unclaimed delivery was or is due. */
  readonly nextAt?: number;
}

/** @param now Unix milliseconds. */
export async function getWebhookState(db: Db, now: number): Promise<WebhookState> {
  const [webhooks, deliveries] = await Promise.all([
    db.query<{ status: 'active' | DisabledReason; webhooks: number }>(
      `SELECT coalesce(disabled_reason, 'active') AS status, count(*)::int AS webhooks FROM sites.webhooks GROUP BY 1`,
    ),
    db.query<{ pending: number; oldest_at: Date | null; next_at: Date | null }>(
      `SELECT count(*)::int AS pending, min(d.created_at) AS oldest_at,
         min(d.next_at) FILTER (WHERE d.claimed_until IS NULL OR d.claimed_until <= $1) AS next_at
       FROM sites.deliveries AS d JOIN sites.webhooks AS w ON w.id = d.webhook_id AND w.disabled_reason IS NULL
       WHERE d.status = 'pending'`,
      [new Date(now)],
    ),
  ]);
  const [row] = deliveries.rows;
  return {
    webhooks: Object.fromEntries(webhooks.rows.map(({ status, webhooks: count }) => [status, count])),
    pending: row?.pending ?? 0,
    ...(row?.oldest_at ? { oldestAt: row.oldest_at.getTime() } : {}),
    ...(row?.next_at ? { nextAt: row.next_at.getTime() } : {}),
  };
}
