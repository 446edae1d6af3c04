import type { Db } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import type { DeliveryResult } from '../domain/delivery';
import type { WebhookEvent } from '../domain/webhook-event';
import { openWebhookSecret } from './webhook-secrets';

/** A due delivery, claimed by this replica, with everything an attempt needs. Times are Unix milliseconds. */
export interface DeliveryClaim {
  readonly workspaceId: number;
  readonly id: number;
  readonly webhookId: number;
  readonly url: string;
  /** Opens the signing secrets. @throws Error if SECRETS_KEY does not open them. */
  readonly secrets: () => readonly string[];
  readonly event: WebhookEvent;
  /** Failed attempts before this one. */
  readonly attempts: number;
  /** End of the claim. Also identifies it. */
  readonly until: number;
}

export interface DeliveryClaimOptions {
  readonly now: number;
  readonly until: number;
  readonly max: number;
  /** Limit per workspace, including deliveries in flight. */
  readonly maxPerWorkspace: number;
  /** Limit per webhook, so that a slow endpoint does not take all slots. */
  readonly maxPerWebhook: number;
  /** Deliveries in flight on this replica. Their webhooks are skipped. */
  readonly inFlight: readonly { readonly workspaceId: number; readonly webhookId: number }[];
}

interface Row {
  readonly workspace_id: string;
  readonly id: string;
  readonly webhook_id: string;
  readonly attempts: number;
  readonly url: string;
  readonly secret: string | null;
  readonly sealed_secret: Buffer | null;
  readonly previous_secret: string | null;
  readonly sealed_previous_secret: Buffer | null;
  readonly previous_signs: boolean | null;
  readonly event_id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Record<string, unknown>;
}

/** Claims due deliveries of active webhooks. Concurrent calls claim different ones. */
export async function claimDeliveries(
  db: Db,
  {
    now,
    until,
    max,
    maxPerWorkspace,
    maxPerWebhook,
    inFlight,
    keys,
  }: DeliveryClaimOptions & { readonly keys: SealingKeys },
): Promise<DeliveryClaim[]> {
  const { rows } = await db.query<Row>(
    `WITH due AS (
       SELECT d.id FROM (
         -- Workspaces with a working webhook first, in random order: no customer's slow endpoints may starve the others.
         SELECT workspace_id, $6 - (SELECT count(*) FROM unnest($7::bigint[]) AS w (id) WHERE w.id = workspace_id) AS slots
         FROM sites.webhooks WHERE disabled_reason IS NULL
         GROUP BY workspace_id ORDER BY bool_and(failing_since IS NOT NULL), random()
       ) AS s CROSS JOIN LATERAL (
         SELECT d.id FROM (
           SELECT id FROM sites.webhooks
           WHERE workspace_id = s.workspace_id AND disabled_reason IS NULL AND id <> ALL ($5::bigint[])
           ORDER BY failing_since IS NOT NULL, random()
         ) AS w CROSS JOIN LATERAL (
           SELECT id FROM sites.deliveries
           WHERE webhook_id = w.id AND status = 'pending' AND next_at <= $1
             AND (claimed_until IS NULL OR claimed_until <= $1)
           ORDER BY next_at, id LIMIT $4
           FOR UPDATE SKIP LOCKED
         ) AS d
         LIMIT greatest(s.slots, 0)
       ) AS d
       LIMIT $3
     )
     UPDATE sites.deliveries AS d SET claimed_until = $2, first_tried_at = coalesce(d.first_tried_at, $1)
     FROM due, sites.webhooks AS w, sites.notices AS n
     WHERE d.id = due.id AND w.id = d.webhook_id AND n.workspace_id = d.workspace_id AND n.place = d.place
     RETURNING d.workspace_id, d.id, d.webhook_id, d.attempts, w.url,
       w.secret, w.sealed_secret, w.previous_secret, w.sealed_previous_secret, w.previous_until > $1 AS previous_signs,
       n.id AS event_id, n.type, n.at, n.data`,
    [
      new Date(now),
      new Date(until),
      max,
      maxPerWebhook,
      inFlight.map(({ webhookId }) => webhookId),
      maxPerWorkspace,
      inFlight.map(({ workspaceId }) => workspaceId),
    ],
  );
  return rows.map(({ event_id, type, at, data, ...row }) => ({
    workspaceId: Number(row.workspace_id),
    id: Number(row.id),
    webhookId: Number(row.webhook_id),
    url: row.url,
    secrets: () => secretsOf(row, keys),
    event: { id: event_id, type, at: at.getTime(), data },
    attempts: row.attempts,
    until,
  }));
}

function secretsOf(row: Omit<Row, 'event_id' | 'type' | 'at' | 'data'>, keys: SealingKeys): string[] {
  const workspaceId = Number(row.workspace_id);
  const current = { workspaceId, sealed: row.sealed_secret, plain: row.secret };
  const previous = { workspaceId, sealed: row.sealed_previous_secret, plain: row.previous_secret };
  return [current, ...(row.previous_signs ? [previous] : [])].map((stored) =>
    openWebhookSecret(keys, stored),
  );
}

/** Result of an attempt. Times are Unix milliseconds. */
export interface AttemptEnd {
  readonly result: DeliveryResult;
  readonly now: number;
  /** When to retry a failed attempt; absent after the last one. */
  readonly nextAt?: number;
}

/**
 * Stores the result of an attempt, while the claim is valid, and updates the webhook. Disables it when the last attempt failed
 * and no delivery succeeded since the first one, or when the endpoint returned 410 Gone.
 */
export async function finishDelivery(
  db: Db,
  { workspaceId, id, webhookId, until }: DeliveryClaim,
  { result, now, nextAt }: AttemptEnd,
): Promise<void> {
  const status = result.ok ? 'delivered' : nextAt === undefined ? 'failed' : 'pending';
  await db.query(
    `WITH webhook AS (
       -- Locked before the delivery, as a delete of the webhook does; otherwise the two would deadlock.
       SELECT id, failing_since FROM sites.webhooks WHERE workspace_id = $1 AND id = $9 FOR NO KEY UPDATE
     ), finished AS (
       UPDATE sites.deliveries AS d SET
         status = $4, attempts = attempts + 1, claimed_until = NULL, http_status = $5, problem = $6,
         next_at = coalesce($7, next_at), ended_at = CASE WHEN $4 = 'pending' THEN NULL ELSE $8::timestamptz END
       FROM webhook
       WHERE d.workspace_id = $1 AND d.id = $2 AND d.webhook_id = webhook.id
         AND d.claimed_until = $3 AND d.status = 'pending'
       RETURNING webhook.id, webhook.failing_since, d.first_tried_at
     ), judged AS (
       SELECT id, CASE
           WHEN $5 = 410 THEN 'gone'
           WHEN $4 = 'failed' AND failing_since <= first_tried_at + interval '1 minute' THEN 'failing'
         END AS reason
       FROM finished
     )
     UPDATE sites.webhooks AS w SET
       failing_since = CASE WHEN $4 = 'delivered' THEN NULL ELSE coalesce(w.failing_since, $8) END,
       -- Reads the current row: its owner or another attempt may have disabled it in the meantime.
       disabled_reason = coalesce(w.disabled_reason, judged.reason),
       disabled_at = CASE WHEN coalesce(w.disabled_reason, judged.reason) IS NOT NULL
         THEN coalesce(w.disabled_at, $8) END
     FROM judged
     WHERE w.id = judged.id
       -- Most attempts succeed and change nothing.
       AND NOT ($4 = 'delivered' AND w.failing_since IS NULL)`,
    [
      workspaceId,
      id,
      new Date(until),
      status,
      result.httpStatus ?? null,
      result.ok ? null : result.problem,
      nextAt === undefined ? null : new Date(nextAt),
      new Date(now),
      webhookId,
    ],
  );
}

/** Releases the claim of an aborted attempt, so that another replica may claim it immediately. */
export async function releaseDelivery(db: Db, { workspaceId, id, until }: DeliveryClaim): Promise<void> {
  await db.query(
    'UPDATE sites.deliveries SET claimed_until = NULL WHERE workspace_id = $1 AND id = $2 AND claimed_until = $3',
    [workspaceId, id, new Date(until)],
  );
}
