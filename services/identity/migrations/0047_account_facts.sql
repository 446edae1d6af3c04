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
  -- The user id whose payments the account has: no other account has them.
  paying_user_id text,
  PRIMARY KEY (workspace_id, profile_id, currency)
);
-- Reports group by the bucket of the time. With its real number of values, the planner expects too many groups for a parallel plan.
ALTER TABLE identity.account_facts
  ALTER COLUMN workspace_id SET (n_distinct = 10),
  ALTER COLUMN identified_at SET (n_distinct = 10),
  ALTER COLUMN first_seen_at SET (n_distinct = 10);
CREATE INDEX account_facts_by_identification ON identity.account_facts (workspace_id, identified_at);
CREATE INDEX account_facts_by_first_visit ON identity.account_facts (workspace_id, first_seen_at) WHERE first_seen_at IS NOT NULL;

CREATE INDEX account_facts_by_paying_user ON identity.account_facts (workspace_id, paying_user_id) WHERE paying_user_id IS NOT NULL;

-- Replicas of the previous release read and write `account_sums` until they are replaced, and after a rollback. Drop it in the next release.

-- Changes that are not numbered for some time, because the payments of their account are too many for one statement.
ALTER TABLE identity.account_changes ADD COLUMN postponed_at timestamptz;
CREATE INDEX account_changes_postponed ON identity.account_changes (workspace_id, id) WHERE postponed_at IS NOT NULL;

-- The position with which the account's facts were written. Replicas of the previous release assign positions without facts: these
-- accounts are queued again.
ALTER TABLE identity.account_positions ADD COLUMN facts_position bigint;

-- The previous release deletes only the position of an erased account.
CREATE FUNCTION identity.delete_account_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.account_facts AS f USING deleted AS d WHERE f.workspace_id = d.workspace_id AND f.profile_id = d.profile_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_positions_delete_facts AFTER DELETE ON identity.account_positions
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION identity.delete_account_facts();
