import type { Pool } from '@headwater/kit/pg/pool';
import type { DisabledReason } from '../domain/webhooks/webhook';

/** How the webhooks of all workspaces fare. Times: Unix milliseconds. */
export interface WebhookFigures {
  readonly webhooks: Readonly<Partial<Record<'active' | DisabledReason, number>>>;
  /** Deliveries to active webhooks that are still to be made. */
  readonly pending: number;
  /** When the first of them was queued. */
  readonly oldestAt?: number;
  /** When the first of those that nobody is making was, or is, to be made. */
  readonly nextAt?: number;
}

/** Of this moment. @param now Unix milliseconds. */
export async function webhookFigures(pool: Pool, now: number): Promise<WebhookFigures> {
  const [webhooks, deliveries] = await Promise.all([
    pool.query<{ status: 'active' | DisabledReason; webhooks: number }>(
      `SELECT coalesce(disabled_reason, 'active') AS status, count(*)::int AS webhooks FROM sites.webhooks GROUP BY 1`,
    ),
    pool.query<{ pending: number; oldest_at: Date | null; next_at: Date | null }>(
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
