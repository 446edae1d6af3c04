import type { PoolClient } from '@headwater/kit/pg/pool';

export interface PutSubscribedMrr {
  readonly workspaceId: number;
  /** Bigints, as pg gives them; locked. */
  readonly profileIds: readonly string[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Gives accounts the MRR and the plan of their subscriptions: 0 when none is left, and then the plan that they had, which
 * says what was cancelled.
 */
export async function putSubscribedMrr(client: PoolClient, put: PutSubscribedMrr): Promise<void> {
  await client.query({
    name: 'put-subscribed-mrr',
    text: `UPDATE identity.profiles AS o
              SET mrr = told.mrr, plan = coalesce(told.plan, o.plan), updated_at = $3
             FROM (SELECT a.id,
                          coalesce(sum(s.mrr) FILTER (WHERE s.currency = latest.currency), 0) AS mrr,
                          (array_agg(s.plan ORDER BY s.mrr DESC, s.subscription_id)
                             FILTER (WHERE s.currency = latest.currency AND s.plan IS NOT NULL))[1] AS plan
                     FROM unnest($2::bigint[]) AS a (id)
                     LEFT JOIN identity.billing_customers AS c ON c.workspace_id = $1 AND c.profile_id = a.id
                     LEFT JOIN identity.billing_subscriptions AS s
                       ON s.workspace_id = $1 AND s.customer_id = c.customer_id AND s.mrr > 0
                     LEFT JOIN LATERAL (
                       SELECT x.currency
                         FROM identity.billing_customers AS d
                         JOIN identity.billing_subscriptions AS x
                           ON x.workspace_id = $1 AND x.customer_id = d.customer_id AND x.mrr > 0
                        WHERE d.workspace_id = $1 AND d.profile_id = a.id
                        ORDER BY x.changed_at DESC, x.subscription_id LIMIT 1) AS latest ON true
                    GROUP BY a.id) AS told
            WHERE o.workspace_id = $1 AND o.id = told.id
              AND (o.mrr, o.plan) IS DISTINCT FROM (told.mrr, coalesce(told.plan, o.plan))`,
    values: [put.workspaceId, put.profileIds, new Date(put.now)],
  });
}
