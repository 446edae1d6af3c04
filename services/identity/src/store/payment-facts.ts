import type { PoolClient } from '@headwater/kit/pg/pool';
import { LATEST_COLUMNS, latestTouches } from './latest-touches';
import { ownerOfUserId, type Payers } from './payments';

/** Columns besides those of the touches. */
const OWN_COLUMNS = [
  ...[
    'profile_id',
    'user_id',
    'currency',
    'minor',
    'is_refund',
    'is_subscription',
    'occurred_at',
    'previous_at',
    'pending_at',
  ],
  ...[
    'first_seen_at',
    'channel',
    'source',
    'country',
    'site_id',
    'plan',
    'company',
    'utm_source',
    'utm_medium',
    'utm_campaign',
  ],
];
const COLUMNS = [...OWN_COLUMNS, ...LATEST_COLUMNS];
const listOf = (alias: string, columns: readonly string[] = COLUMNS): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');

/**
 * FROM items of the rows of `payment_facts` with an account, of workspace $1, which don't overlap. The touches of the second one are not stored, but searched:
 * after an upgrade, and of payments that replicas of the previous release wrote.
 */
export function factsWithTouches(): readonly [stored: string, searched: string] {
  const columns = listOf('f', ['workspace_id', 'payment_id', ...OWN_COLUMNS]);
  const latest = latestTouches({ profileId: 'f.profile_id', occurredAt: 'f.occurred_at', recorded: 'a' });
  return [
    `(SELECT ${columns}, ${LATEST_COLUMNS.join(', ')} FROM identity.payment_facts AS f
       WHERE f.workspace_id = $1 AND f.last_at IS NOT NULL AND f.profile_id IS NOT NULL)`,
    `(SELECT ${columns}, ${latest.columns}
        FROM identity.payment_facts AS f
        LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = f.profile_id ${latest.join}
       WHERE f.workspace_id = $1 AND f.last_at IS NULL AND f.profile_id IS NOT NULL)`,
  ];
}

/**
 * Writes the rows of the payers' payments that differ, and deletes those of payments that are deleted or have no payer any more. User ids may be of no account. Like
 * `putAccountFacts`, it may see further changes, which are still queued. Facts by a user id belong to its present owner, also if they name
 * an earlier one: the payment may be deleted before the owner is numbered.
 */
export async function putPaymentFacts(
  client: PoolClient,
  workspaceId: number,
  { profileIds = [], userIds = [] }: Payers,
): Promise<void> {
  if (profileIds.length + userIds.length === 0) return;
  const values = [workspaceId, profileIds, userIds];
  const latest = latestTouches({ profileId: 'p.owner_id', occurredAt: 'p.occurred_at', recorded: 'o' });
  await client.query({
    name: 'delete-payment-facts',
    text: `DELETE FROM identity.payment_facts AS f
            WHERE f.workspace_id = $1
              AND f.payment_id IN (
                SELECT payment_id FROM identity.payment_facts WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])
                 UNION ALL
                SELECT payment_id FROM identity.payment_facts
                 WHERE workspace_id = $1 AND user_id = ANY ($3::text[] || ARRAY(
                   SELECT shared.user_id
                     FROM (SELECT DISTINCT user_id FROM identity.profiles
                            WHERE workspace_id = $1 AND id = ANY ($2::bigint[]) AND user_id IS NOT NULL) AS shared
                    CROSS JOIN LATERAL (${ownerOfUserId('shared.user_id')}) AS owner
                    WHERE owner.id = ANY ($2::bigint[]))))
              AND NOT EXISTS (SELECT FROM identity.payments AS p
                               WHERE p.workspace_id = $1 AND p.payment_id = f.payment_id AND num_nonnulls(p.profile_id, p.user_id) > 0)`,
    values,
  });
  await client.query({
    name: 'put-payment-facts',
    // Owners are found once per user id, and links and attributions once per owner: accounts may have very many payments.
    text: `WITH owners AS MATERIALIZED (
             SELECT shared.user_id, owner.id
               FROM (SELECT user_id FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[]) AND user_id IS NOT NULL
                      UNION SELECT unnest($3::text[])) AS shared (user_id)
               LEFT JOIN LATERAL (${ownerOfUserId('shared.user_id')}) AS owner ON true),
           paid AS MATERIALIZED (
             SELECT p.profile_id AS owner_id, p.*
               FROM unnest($2::bigint[]) AS sent (id) JOIN identity.payments AS p ON p.workspace_id = $1 AND p.profile_id = sent.id
              UNION ALL
             SELECT owner.id, p.*
               FROM owners AS owner JOIN identity.payments AS p ON p.workspace_id = $1 AND p.user_id = owner.user_id
              WHERE owner.id = ANY ($2::bigint[]) OR owner.user_id = ANY ($3::text[])),
           accounts AS MATERIALIZED (
             SELECT o.id, o.plan, o.company, a.first_seen_at, a.channel, a.source, a.country, a.site_id, a.utm_source, a.utm_medium,
                    a.utm_campaign, a.landing, a.referrer, l.has_links, l.pending_at
               FROM (SELECT DISTINCT owner_id FROM paid WHERE owner_id IS NOT NULL) AS payer
               JOIN LATERAL (SELECT * FROM identity.profiles AS x WHERE x.workspace_id = $1 AND x.id = payer.owner_id OFFSET 0) AS o ON true
               LEFT JOIN LATERAL (SELECT * FROM identity.attributions AS x
                                   WHERE x.workspace_id = $1 AND x.profile_id = o.id OFFSET 0) AS a ON true
              CROSS JOIN LATERAL (
                SELECT count(*) > 0 AS has_links, max(created_at) FILTER (WHERE linked_at IS NULL) AS pending_at
                  FROM identity.links AS x WHERE x.workspace_id = $1 AND x.profile_id = o.id) AS l)
           INSERT INTO identity.payment_facts AS f (workspace_id, payment_id, ${COLUMNS.join(', ')})
           SELECT $1, p.payment_id, p.owner_id, p.user_id, p.currency, CASE WHEN p.type = 'refund' THEN -p.amount_minor ELSE p.amount_minor END,
                  p.type = 'refund', p.type = 'subscription', p.occurred_at,
                  CASE WHEN p.type <> 'refund' THEN max(p.occurred_at) FILTER (WHERE p.type <> 'refund') OVER (
                    PARTITION BY p.owner_id, CASE WHEN p.owner_id IS NULL THEN p.user_id END, p.currency
                    ORDER BY p.occurred_at, p.payment_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) END,
                  CASE WHEN o.channel IS NULL THEN CASE WHEN o.has_links THEN o.pending_at ELSE p.created_at END END,
                  o.first_seen_at, o.channel, o.source, o.country, o.site_id, o.plan, o.company, o.utm_source, o.utm_medium,
                  o.utm_campaign, ${latest.columns}
             FROM paid AS p LEFT JOIN accounts AS o ON o.id = p.owner_id ${latest.join}
            ORDER BY p.payment_id
           ON CONFLICT (workspace_id, payment_id) DO UPDATE SET (${COLUMNS.join(', ')}) = ROW (${listOf('excluded')})
            WHERE (${listOf('f')}) IS DISTINCT FROM (${listOf('excluded')})`,
    values,
  });
}
