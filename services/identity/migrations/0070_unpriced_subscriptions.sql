-- Events of some payment providers contain no price. Null: not known.
ALTER TABLE identity.billing_subscriptions
  ALTER COLUMN mrr DROP NOT NULL,
  ALTER COLUMN currency DROP NOT NULL;
