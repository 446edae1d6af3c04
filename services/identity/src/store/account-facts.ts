import type { PoolClient } from '@headwater/kit/pg/pool';
import { ownerOfUserId } from './payments';

/**
 * Writes the rows of accounts again, and deletes those of erased accounts. Its statements run after the changes left the queue. They may
 * see further changes, which are still queued: the rows of these accounts are written once more.
 */
export async function putAccountFacts(
  client: PoolClient,
  workspaceId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'delete-account-facts',
    text: 'DELETE FROM identity.account_facts WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  await client.query({
    name: 'insert-account-facts',
    // The owner of a user id is found once: many accounts may share it, and then each search sorts all of them.
    text: `WITH accounts AS MATERIALIZED (
             SELECT o.*
               FROM (SELECT DISTINCT unnest($2::bigint[]) AS id OFFSET 0) AS sent
               JOIN LATERAL (SELECT id, user_id, plan, company, mrr, created_at FROM identity.profiles AS x
                              WHERE x.workspace_id = $1 AND x.id = sent.id OFFSET 0) AS o ON true),
           owners AS MATERIALIZED (
             SELECT shared.user_id, owner.id
               FROM (SELECT DISTINCT user_id FROM accounts WHERE user_id IS NOT NULL) AS shared
               JOIN LATERAL (${ownerOfUserId('shared.user_id')}) AS owner ON true)
           INSERT INTO identity.account_facts (
             workspace_id, profile_id, currency, is_first, identified_at, first_seen_at, channel, source, campaign, landing, referrer,
             country, device, utm_source, utm_medium, site_id, pending_at, plan, company, mrr, is_paying, gross, refunds, payments,
             first_paid_at, last_paid_at, paying_user_id)
           SELECT $1, o.id, coalesce(paid.currency, ''), row_number() OVER (PARTITION BY o.id ORDER BY paid.currency) = 1, o.created_at,
                  a.first_seen_at, a.channel, a.source, a.utm_campaign, a.landing, a.referrer, a.country,
                  (SELECT t.device FROM identity.touches AS t
                    WHERE t.workspace_id = $1 AND t.profile_id = o.id AND t.at = a.first_seen_at ORDER BY t.anonymous_id LIMIT 1),
                  a.utm_source, a.utm_medium, a.site_id,
                  (SELECT max(l.created_at) FROM identity.links AS l
                    WHERE l.workspace_id = $1 AND l.profile_id = o.id AND l.linked_at IS NULL),
                  o.plan, o.company, o.mrr, coalesce(bool_or(paid.gross > paid.refunds) OVER (PARTITION BY o.id), false),
                  coalesce(paid.gross, 0), coalesce(paid.refunds, 0), coalesce(paid.payments, 0), paid.first_paid_at, paid.last_paid_at,
                  owner.user_id
             FROM accounts AS o
             LEFT JOIN owners AS owner ON owner.user_id = o.user_id AND owner.id = o.id
             LEFT JOIN LATERAL (SELECT * FROM identity.attributions AS x
                                 WHERE x.workspace_id = $1 AND x.profile_id = o.id OFFSET 0) AS a ON true
             LEFT JOIN LATERAL (
               SELECT currency,
                      coalesce(sum(amount_minor) FILTER (WHERE type <> 'refund'), 0) AS gross,
                      coalesce(sum(amount_minor) FILTER (WHERE type = 'refund'), 0) AS refunds,
                      (count(*) FILTER (WHERE type <> 'refund'))::int AS payments,
                      min(occurred_at) FILTER (WHERE type <> 'refund') AS first_paid_at,
                      max(occurred_at) FILTER (WHERE type <> 'refund') AS last_paid_at
                 FROM (SELECT currency, amount_minor, type, occurred_at FROM identity.payments AS p
                        WHERE p.workspace_id = $1 AND p.profile_id = o.id
                        UNION ALL
                       SELECT currency, amount_minor, type, occurred_at FROM identity.payments AS p
                        WHERE p.workspace_id = $1 AND p.user_id = owner.user_id) AS own
                GROUP BY currency) AS paid ON true`,
    values: [workspaceId, ids],
  });
}
