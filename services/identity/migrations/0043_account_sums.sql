-- Sums of the payments of each account, so that reports about many accounts don't read all payments. Written when a change of the account
-- is numbered: the migration 0040 has queued all accounts.
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
