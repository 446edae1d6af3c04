-- Everything that reports about many accounts read, so that they join no tables. One row per account and currency of its payments;
-- `currency` is empty for an account without payments. Written when a change of the account is numbered.
CREATE TABLE identity.account_facts (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  currency text NOT NULL,
  -- True in exactly one row of each account.
  is_first boolean NOT NULL,
  identified_at timestamptz NOT NULL,
  -- Of the recorded attribution; null without one.
  first_seen_at timestamptz,
  channel text,
  source text,
  campaign text,
  landing text,
  referrer text,
  country text,
  device text,
  utm_source text,
  utm_medium text,
  site_id bigint,
  -- The latest link that is not resolved.
  pending_at timestamptz,
  plan text,
  company text,
  mrr numeric,
  -- Whether the net is positive in a currency.
  is_paying boolean NOT NULL,
  -- Minor units: sales and subscriptions, and refunds.
  gross numeric NOT NULL,
  refunds numeric NOT NULL,
  -- Number of sales and subscriptions, and their times; null: refunds only.
  payments integer NOT NULL,
  first_paid_at timestamptz,
  last_paid_at timestamptz,
  -- All payments: times, minor units (of a refund: negative), and whether it has the type `subscription`. The last columns: most reports
  -- don't read them.
  paid_at timestamptz[] NOT NULL,
  paid_minor bigint[] NOT NULL,
  paid_subscription boolean[] NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, currency)
);
-- Reports group by the bucket of the time. With its real number of values, the planner expects too many groups for a parallel plan.
ALTER TABLE identity.account_facts
  ALTER COLUMN workspace_id SET (n_distinct = 10),
  ALTER COLUMN identified_at SET (n_distinct = 10),
  ALTER COLUMN first_seen_at SET (n_distinct = 10);
CREATE INDEX account_facts_by_identification ON identity.account_facts (workspace_id, identified_at);
CREATE INDEX account_facts_by_first_visit ON identity.account_facts (workspace_id, first_seen_at) WHERE first_seen_at IS NOT NULL;

DROP TABLE identity.account_sums;
DROP INDEX IF EXISTS identity.attributions_by_first_visit;

-- Identity numbers all accounts in the background.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT workspace_id, id FROM identity.profiles AS p
 WHERE NOT EXISTS (SELECT FROM identity.account_changes AS c WHERE c.workspace_id = p.workspace_id AND c.profile_id = p.id)
 ORDER BY workspace_id, updated_at, id;
ANALYZE identity.account_changes;
