-- Costs of acquisition, as the customer sends them. Contains no data of an account.
CREATE TABLE identity.costs (
  workspace_id bigint NOT NULL,
  day date NOT NULL,
  -- Empty texts: not known.
  channel text NOT NULL,
  source text NOT NULL,
  campaign text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  clicks bigint CHECK (clicks >= 0),
  impressions bigint CHECK (impressions >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, day, channel, source, campaign, currency)
);
ALTER TABLE identity.costs ALTER COLUMN workspace_id SET (n_distinct = 10);

-- Customers by the day of their first visit.
CREATE INDEX attributions_by_first_visit ON identity.attributions (workspace_id, first_seen_at);
