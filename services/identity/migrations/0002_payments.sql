-- What accounts paid. Whose payment it is, is never copied into other tables: attribution is looked up when asked, so a
-- link that settles later attributes what was paid before it.
CREATE TABLE identity.payments (
  workspace_id bigint NOT NULL,
  -- The customer's own id: a repeat of it is the same payment.
  payment_id text NOT NULL CHECK (payment_id <> ''),
  -- By address: the account, known only by its keyed hash. Null once an erasure has detached the payment.
  profile_id bigint,
  -- By the customer's own id of the account: belongs to the profile that has this user_id when asked.
  user_id text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Whole minor units; of a refund, what was given back.
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  type text NOT NULL CHECK (type IN ('sale', 'refund', 'subscription')),
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- When an erasure took the payment from its account; what it had been attributed to stays, for the sums alone.
  detached_at timestamptz,
  kept_attribution jsonb,
  PRIMARY KEY (workspace_id, payment_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES identity.profiles (workspace_id, id),
  CHECK (num_nonnulls(profile_id, user_id, detached_at) = 1),
  CHECK (kept_attribution IS NULL OR detached_at IS NOT NULL)
);

CREATE INDEX payments_by_time ON identity.payments (workspace_id, occurred_at);
CREATE INDEX payments_by_profile ON identity.payments (workspace_id, profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX payments_by_user ON identity.payments (workspace_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX profiles_by_user ON identity.profiles (workspace_id, user_id) WHERE user_id IS NOT NULL;
