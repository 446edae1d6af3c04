-- Sums of the payments of each account, so that reports about many accounts don't read all payments. Written when a change of the account
-- is numbered.
CREATE TABLE identity.account_sums (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  currency text NOT NULL,
  -- Minor units: sales and subscriptions, and refunds.
  gross numeric NOT NULL,
  refunds numeric NOT NULL,
  -- Number of sales and subscriptions, and their times; null: refunds only.
  payments integer NOT NULL,
  first_paid_at timestamptz,
  last_paid_at timestamptz,
  PRIMARY KEY (workspace_id, profile_id, currency)
);
ALTER TABLE identity.account_sums ALTER COLUMN workspace_id SET (n_distinct = 10);

-- The account with the earliest session has the payments with a shared user id.
INSERT INTO identity.account_sums
SELECT p.workspace_id, coalesce(p.profile_id, owner.id), p.currency,
       coalesce(sum(p.amount_minor) FILTER (WHERE p.type <> 'refund'), 0),
       coalesce(sum(p.amount_minor) FILTER (WHERE p.type = 'refund'), 0),
       (count(*) FILTER (WHERE p.type <> 'refund'))::int,
       min(p.occurred_at) FILTER (WHERE p.type <> 'refund'),
       max(p.occurred_at) FILTER (WHERE p.type <> 'refund')
  FROM identity.payments AS p
  LEFT JOIN (SELECT DISTINCT ON (x.workspace_id, x.user_id) x.workspace_id, x.user_id, x.id
               FROM identity.profiles AS x
               LEFT JOIN identity.attributions AS y ON y.workspace_id = x.workspace_id AND y.profile_id = x.id
              WHERE x.user_id IS NOT NULL
              ORDER BY x.workspace_id, x.user_id, y.first_seen_at NULLS LAST, x.id) AS owner
         ON owner.workspace_id = p.workspace_id AND owner.user_id = p.user_id
 WHERE coalesce(p.profile_id, owner.id) IS NOT NULL
 GROUP BY 1, 2, 3;
