import type { Pool } from '@headwater/kit/pg/pool';
import type { Notice } from '../domain/notice';
import type { DeliveryResult } from '../domain/webhooks/webhook';
import { openWebhookSecret, type WebhookKeys } from './webhook-secrets';

/** A delivery that one replica has taken, with all that it takes to make it. Times: Unix milliseconds. */
export interface DeliveryClaim {
  readonly workspaceId: number;
  readonly id: number;
  readonly webhookId: number;
  readonly url: string;
  /** Whose holders must be able to check the signature. @throws Error when they do not open with SECRETS_KEY. */
  readonly secrets: () => readonly string[];
  readonly notice: Notice;
  /** Failed attempts before this one. */
  readonly attempts: number;
  /** Also the token under which the claim is ended. */
  readonly until: number;
}

export interface ClaimTurn {
  readonly now: number;
  readonly until: number;
  readonly most: number;
  /** Of one workspace, with those under way. */
  readonly mostOfWorkspace: number;
  /** Of one webhook: the slow must not take every turn. */
  readonly mostOfOne: number;
  /** What the caller has its hands full with: none of these webhooks is taken from. */
  readonly underWay: readonly { readonly workspaceId: number; readonly webhookId: number }[];
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
  readonly notice_id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Record<string, unknown>;
}

/** Takes due deliveries of every workspace's active webhooks. Concurrent calls take different ones. */
export async function claimDeliveries(
  pool: Pool,
  {
    now,
    until,
    most,
    mostOfWorkspace,
    mostOfOne,
    underWay,
    keys,
  }: ClaimTurn & { readonly keys: WebhookKeys },
): Promise<DeliveryClaim[]> {
  const { rows } = await pool.query<Row>(
    `WITH due AS (
       SELECT d.id FROM (
         -- Those with webhooks that answer first, and in no order: a customer's slow ones must not take the places of all
         -- others for good.
         SELECT workspace_id, $6 - (SELECT count(*) FROM unnest($7::bigint[]) AS w (id) WHERE w.id = workspace_id) AS places
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
         LIMIT greatest(s.places, 0)
       ) AS d
       LIMIT $3
     )
     UPDATE sites.deliveries AS d SET claimed_until = $2, first_tried_at = coalesce(d.first_tried_at, $1)
     FROM due, sites.webhooks AS w, sites.notices AS n
     WHERE d.id = due.id AND w.id = d.webhook_id AND n.workspace_id = d.workspace_id AND n.place = d.place
     RETURNING d.workspace_id, d.id, d.webhook_id, d.attempts, w.url,
       w.secret, w.sealed_secret, w.previous_secret, w.sealed_previous_secret, w.previous_until > $1 AS previous_signs,
       n.id AS notice_id, n.type, n.at, n.data`,
    [
      new Date(now),
      new Date(until),
      most,
      mostOfOne,
      underWay.map(({ webhookId }) => webhookId),
      mostOfWorkspace,
      underWay.map(({ workspaceId }) => workspaceId),
    ],
  );
  return rows.map(({ notice_id, type, at, data, ...row }) => ({
    workspaceId: Number(row.workspace_id),
    id: Number(row.id),
    webhookId: Number(row.webhook_id),
    url: row.url,
    secrets: () => secretsOf(row, keys),
    notice: { id: notice_id, type, at: at.getTime(), data },
    attempts: row.attempts,
    until,
  }));
}

function secretsOf(row: Omit<Row, 'notice_id' | 'type' | 'at' | 'data'>, keys: WebhookKeys): string[] {
  const workspaceId = Number(row.workspace_id);
  const current = { workspaceId, sealed: row.sealed_secret, clear: row.secret };
  const previous = { workspaceId, sealed: row.sealed_previous_secret, clear: row.previous_secret };
  return [current, ...(row.previous_signs ? [previous] : [])].map((stored) =>
    openWebhookSecret(keys, stored),
  );
}

/** How an attempt ended. Times: Unix milliseconds. */
export interface AttemptEnd {
  readonly result: DeliveryResult;
  readonly now: number;
  /** Of a failed one: when to try again; left out when it was the last. */
  readonly nextAt?: number;
}

/**
 * Writes down how an attempt ended, if the claim still stands, and what that says of the webhook: it is disabled when the
 * last attempt has failed and nothing came through since the first, or when it says that it is gone.
 */
export async function endAttempt(
  pool: Pool,
  { workspaceId, id, webhookId, until }: DeliveryClaim,
  { result, now, nextAt }: AttemptEnd,
): Promise<void> {
  const status = result.ok ? 'delivered' : nextAt === undefined ? 'failed' : 'pending';
  await pool.query(
    `WITH webhook AS (
       -- Before the delivery, as whoever deletes it does: else each would wait for the other.
       SELECT id, failing_since FROM sites.webhooks WHERE workspace_id = $1 AND id = $9 FOR NO KEY UPDATE
     ), ended AS (
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
       FROM ended
     )
     UPDATE sites.webhooks AS w SET
       failing_since = CASE WHEN $4 = 'delivered' THEN NULL ELSE coalesce(w.failing_since, $8) END,
       -- Of the row as it is by now: its owner, or another attempt, may have disabled it meanwhile.
       disabled_reason = coalesce(w.disabled_reason, judged.reason),
       disabled_at = CASE WHEN coalesce(w.disabled_reason, judged.reason) IS NOT NULL
         THEN coalesce(w.disabled_at, $8) END
     FROM judged
     WHERE w.id = judged.id
       -- Most attempts come through and change nothing.
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

/** Gives back a delivery that was not tried to the end, so that another replica may take it at once. */
export async function releaseDelivery(pool: Pool, { workspaceId, id, until }: DeliveryClaim): Promise<void> {
  await pool.query(
    'UPDATE sites.deliveries SET claimed_until = NULL WHERE workspace_id = $1 AND id = $2 AND claimed_until = $3',
    [workspaceId, id, new Date(until)],
  );
}
