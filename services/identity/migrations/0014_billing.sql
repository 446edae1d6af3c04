-- Which account a customer of the payment provider is. Learnt from what names both; null until then.
CREATE TABLE identity.billing_customers (
  workspace_id bigint NOT NULL,
  -- The provider's own id.
  customer_id text NOT NULL CHECK (customer_id <> ''),
  profile_id bigint,
  -- When the provider named the address: what it said before that does not count any more.
  named_at timestamptz(3),
  PRIMARY KEY (workspace_id, customer_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES identity.profiles (workspace_id, id) ON DELETE CASCADE,
  CHECK (num_nulls(profile_id, named_at) IN (0, 2))
);
CREATE INDEX billing_customers_by_profile ON identity.billing_customers (workspace_id, profile_id)
  WHERE profile_id IS NOT NULL;

-- What its customers subscribe to, as the provider told it last. Those that have ended stay, so that nothing older revives them.
CREATE TABLE identity.billing_subscriptions (
  workspace_id bigint NOT NULL,
  subscription_id text NOT NULL CHECK (subscription_id <> ''),
  customer_id text NOT NULL,
  -- What it brings a month, in major units.
  mrr numeric NOT NULL CHECK (mrr >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  plan text,
  changed_at timestamptz(3) NOT NULL,
  -- The provider's changes of that very moment that have been taken: one that comes again is no news.
  event_ids text[] NOT NULL,
  PRIMARY KEY (workspace_id, subscription_id),
  FOREIGN KEY (workspace_id, customer_id) REFERENCES identity.billing_customers (workspace_id, customer_id) ON DELETE CASCADE
);
CREATE INDEX billing_subscriptions_by_customer ON identity.billing_subscriptions (workspace_id, customer_id);

ALTER TABLE identity.billing_customers ALTER COLUMN workspace_id SET (n_distinct = 10);
ALTER TABLE identity.billing_subscriptions ALTER COLUMN workspace_id SET (n_distinct = 10);

ALTER TABLE identity.erasures
  ADD COLUMN customers integer NOT NULL DEFAULT 0,
  ADD COLUMN subscriptions integer NOT NULL DEFAULT 0;
