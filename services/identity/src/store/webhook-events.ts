import { createHash } from 'node:crypto';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { decimalsOf, formatAmount } from '../domain/money';
import type { PaymentType } from '../domain/payment';
import { PAYMENTS_WITH_OWNERS } from './payments';

/*
 * The tables `links`, `payments` and `corrections` are their own outbox of webhook events. Columns, as named by the migration `0013_notices`:
 *
 * - `links.told`: the event of the resolved link is published.
 * - `payments.notice`: `look`: check whether the payment has a channel; `waiting`: it has none yet, and `recheckPayments` checks it again
 *   after changes of its account; `due`: it has one, publish the event; `told`: the event is published, or none will be.
 * - `corrections.published`: see `corrections.ts`.
 */

/** An event of an account for the customer's webhooks. Contains the customer's own ids, never an address or a visitor. */
export interface WebhookEvent {
  readonly workspaceId: number;
  /** Stable: publishing the same event again has the same id. */
  readonly id: string;
  readonly type: 'identity.linked' | 'payment.attributed' | 'attribution.changed';
  /** Unix milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The id of the only event of this type about the row with these keys. */
export function eventId(type: WebhookEvent['type'], ...keys: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify([type, ...keys]));
  return `msg_${digest.digest('hex').slice(0, 32)}`;
}

interface LinkRow {
  readonly workspace_id: string;
  readonly profile_id: string;
  readonly anonymous_id: string;
  readonly ordinal: string;
  readonly linked_at: Date;
  readonly user_id: string | null;
  readonly channel: string;
  readonly source: string;
  readonly site_id: string | null;
  readonly recorded_at: Date;
  readonly rules_version: number;
  /** Whether this link recorded the first channel of its account. */
  readonly is_first: boolean;
}

/** A link with its unpublished events. */
export interface UnpublishedLink {
  readonly workspaceId: number;
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly anonymousId: string;
  readonly events: readonly WebhookEvent[];
}

/** Resolved links with an unpublished event, of all workspaces, earliest resolved first. */
export async function listUnpublishedLinks(pool: Pool, limit: number): Promise<UnpublishedLink[]> {
  const { rows } = await pool.query<LinkRow>({
    name: 'list-unpublished-links',
    text: `SELECT l.workspace_id, l.profile_id, l.anonymous_id, l.ordinal, l.linked_at, p.user_id, a.channel, a.source,
                  a.site_id, a.recorded_at, a.rules_version,
                  l.ordinal = a.decided_by AND a.previous_channel IS NULL AS is_first
             FROM identity.links AS l
             JOIN identity.profiles AS p ON p.workspace_id = l.workspace_id AND p.id = l.profile_id
             JOIN identity.attributions AS a ON a.workspace_id = l.workspace_id AND a.profile_id = l.profile_id
            WHERE l.linked_at IS NOT NULL AND NOT l.told
            ORDER BY l.linked_at LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => {
    const workspaceId = Number(row.workspace_id);
    const { user_id: userId, channel } = row;
    const source = row.source === '' ? null : row.source;
    const siteId = row.site_id === null ? null : Number(row.site_id);
    const linked: WebhookEvent = {
      workspaceId,
      id: eventId('identity.linked', workspaceId, row.ordinal),
      type: 'identity.linked',
      at: row.linked_at.getTime(),
      data: { userId, channel, source, siteId },
    };
    const recorded: WebhookEvent = {
      workspaceId,
      id: eventId('attribution.changed', workspaceId, 'recorded', row.profile_id),
      type: 'attribution.changed',
      at: row.recorded_at.getTime(),
      data: attributionChanged({
        ...{ accountId: Number(row.profile_id), userId, channel, source, siteId },
        previous: null,
        recordedAt: row.recorded_at,
        rulesVersion: row.rules_version,
      }),
    };
    const events = row.is_first ? [linked, recorded] : [linked];
    return { workspaceId, profileId: row.profile_id, anonymousId: row.anonymous_id, events };
  });
}

/** A recorded channel that appeared or was corrected. */
export interface AttributionChange {
  readonly accountId: number;
  readonly userId: string | null;
  readonly channel: string;
  readonly source: string | null;
  readonly siteId: number | null;
  /** Null: the channel is the first one of the account. */
  readonly previous: { readonly channel: string; readonly source: string | null } | null;
  readonly recordedAt: Date;
  readonly rulesVersion: number | null;
}

/** The data of `attribution.changed`. Of several events of an account, the one with the latest `recordedAt` is its state. */
export function attributionChanged({ previous, recordedAt, ...change }: AttributionChange) {
  return {
    ...change,
    status: 'linked',
    previousChannel: previous?.channel ?? null,
    previousSource: previous?.source ?? null,
    recordedAt: recordedAt.toISOString(),
  };
}

/** Marks the events of links as published. Lock 4 of `locks.ts`. */
export async function markLinksPublished(
  pool: Pool,
  links: readonly Omit<UnpublishedLink, 'events'>[],
): Promise<void> {
  await pool.query({
    name: 'mark-links-published',
    text: `WITH locked AS (
             SELECT workspace_id, profile_id, anonymous_id
               FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS t (workspace_id, profile_id, anonymous_id)
               JOIN identity.links AS l USING (workspace_id, profile_id, anonymous_id)
              ORDER BY workspace_id, profile_id, anonymous_id FOR NO KEY UPDATE OF l)
           UPDATE identity.links AS l SET told = true
             FROM locked AS t
            WHERE l.workspace_id = t.workspace_id AND l.profile_id = t.profile_id AND l.anonymous_id = t.anonymous_id`,
    values: [
      links.map(({ workspaceId }) => workspaceId),
      links.map(({ profileId }) => profileId),
      links.map(({ anonymousId }) => anonymousId),
    ],
  });
}

interface PaymentKey {
  readonly workspace_id: string;
  readonly payment_id: string;
}

function groupByWorkspace(keys: readonly PaymentKey[]): [workspaceId: string, paymentIds: string[]][] {
  const found = new Map<string, string[]>();
  for (const { workspace_id, payment_id } of keys)
    found.set(workspace_id, [...(found.get(workspace_id) ?? []), payment_id]);
  return [...found];
}

/**
 * Checks whether payments marked `look` have a channel, and marks them `due` or `waiting`. Locks the payments first: a
 * concurrent attribution is either visible to this check, or its numbering waits for the lock and marks the payment `look` again.
 *
 * @returns the number of checked payments.
 */
export async function checkPayments(pool: Pool, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<PaymentKey>({
      name: 'lock-payments-to-check',
      text: `SELECT workspace_id, payment_id FROM identity.payments WHERE notice = 'look'
              ORDER BY workspace_id, payment_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      values: [limit],
    });
    for (const [workspaceId, paymentIds] of groupByWorkspace(rows))
      await inWorkspace(Number(workspaceId), () =>
        client.query({
          name: 'check-payments',
          text: `UPDATE identity.payments AS checked
                    SET notice = CASE WHEN p.detached_at IS NOT NULL THEN 'told'
                                      WHEN a.channel IS NULL THEN 'waiting' ELSE 'due' END
                   FROM ${PAYMENTS_WITH_OWNERS}
                  WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[])
                    AND checked.workspace_id = $1 AND checked.payment_id = p.payment_id`,
          values: [workspaceId, paymentIds],
        }),
      );
    return rows.length;
  });
}

interface PaymentRow {
  readonly payment_id: string;
  readonly user_id: string | null;
  readonly currency: string;
  readonly amount_minor: string;
  readonly type: PaymentType;
  readonly occurred_at: Date;
  readonly at: Date;
  readonly channel: string;
  readonly source: string;
  readonly site_id: string | null;
}

/** A payment with its unpublished event; without one if an erasure has detached the payment since the check. */
export interface UnpublishedPayment {
  readonly workspaceId: number;
  readonly paymentId: string;
  readonly event?: WebhookEvent;
}

/** Payments with a channel and an unpublished event, of all workspaces. */
export async function listUnpublishedPayments(pool: Pool, limit: number): Promise<UnpublishedPayment[]> {
  const { rows } = await pool.query<PaymentKey>({
    name: 'list-unpublished-payments',
    text: `SELECT workspace_id, payment_id FROM identity.payments WHERE notice = 'due'
            ORDER BY workspace_id, payment_id LIMIT $1`,
    values: [limit],
  });
  const found: UnpublishedPayment[] = [];
  for (const [workspace, paymentIds] of groupByWorkspace(rows)) {
    const workspaceId = Number(workspace);
    const read = await inWorkspace(workspaceId, () =>
      pool.query<PaymentRow>({
        name: 'read-unpublished-payments',
        text: `SELECT p.payment_id, coalesce(p.user_id, x.user_id) AS user_id, p.currency, p.amount_minor, p.type,
                      p.occurred_at, greatest(p.created_at, a.recorded_at) AS at, a.channel, a.source, a.site_id
                 FROM ${PAYMENTS_WITH_OWNERS}
                 JOIN identity.profiles AS x ON x.workspace_id = $1 AND x.id = o.id
                WHERE p.workspace_id = $1 AND p.payment_id = ANY ($2::text[]) AND a.channel IS NOT NULL`,
        values: [workspace, paymentIds],
      }),
    );
    const events = new Map(read.rows.map((row) => [row.payment_id, paymentEvent(workspaceId, row)]));
    for (const paymentId of paymentIds) {
      const event = events.get(paymentId);
      found.push({ workspaceId, paymentId, ...(event ? { event } : {}) });
    }
  }
  return found;
}

function paymentEvent(workspaceId: number, row: PaymentRow): WebhookEvent {
  return {
    workspaceId,
    id: eventId('payment.attributed', workspaceId, row.payment_id),
    type: 'payment.attributed',
    at: row.at.getTime(),
    data: {
      paymentId: row.payment_id,
      userId: row.user_id,
      paymentType: row.type,
      amount: formatAmount(BigInt(row.amount_minor), decimalsOf(row.currency)),
      currency: row.currency,
      occurredAt: row.occurred_at.toISOString(),
      channel: row.channel,
      source: row.source === '' ? null : row.source,
      siteId: row.site_id === null ? null : Number(row.site_id),
    },
  };
}

/** Marks the events of payments as published. */
export async function markPaymentsPublished(
  pool: Pool,
  payments: readonly UnpublishedPayment[],
): Promise<void> {
  await pool.query({
    name: 'mark-payments-published',
    text: `UPDATE identity.payments AS p SET notice = 'told'
             FROM unnest($1::bigint[], $2::text[]) AS t (workspace_id, payment_id)
            WHERE p.workspace_id = t.workspace_id AND p.payment_id = t.payment_id`,
    values: [payments.map(({ workspaceId }) => workspaceId), payments.map(({ paymentId }) => paymentId)],
  });
}
