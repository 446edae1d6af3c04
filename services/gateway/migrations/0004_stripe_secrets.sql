-- What Stripe signs a workspace's webhooks with.
--
-- As it is, not sealed: the gateway has no key of its own that outlives a roll-out, and one kept beside this database
-- would guard nothing. The secret checks signatures and does nothing else; who leaks it is told to roll it at Stripe.
CREATE TABLE gateway.stripe_secrets (
  workspace_id bigint PRIMARY KEY REFERENCES gateway.workspaces (id),
  signing_secret text NOT NULL CHECK (signing_secret LIKE 'whsec\_%'),
  set_at timestamptz(3) NOT NULL
);
