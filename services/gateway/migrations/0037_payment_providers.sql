-- Signing secrets and states of several payment providers. The tables of Stripe become partitions: gateways of the previous release
-- keep using them by their own names.
ALTER TABLE gateway.stripe_secrets
  ADD COLUMN provider text NOT NULL DEFAULT 'stripe',
  ADD CONSTRAINT stripe_secrets_by_provider UNIQUE (workspace_id, provider);
CREATE TABLE gateway.provider_secrets (
  workspace_id bigint NOT NULL REFERENCES gateway.workspaces (id),
  -- Null if the secret is sealed. Only secrets of Stripe from before SECRETS_KEY are not, until a gateway starts.
  signing_secret text,
  set_at timestamptz(3) NOT NULL,
  sealed_secret bytea,
  -- Whether a path with the workspace's id is accepted, too: only endpoints of Stripe from before the keys.
  accepts_id_path boolean NOT NULL DEFAULT false,
  created_by bigint REFERENCES gateway.tokens (id),
  provider text NOT NULL,
  UNIQUE (workspace_id, provider)
) PARTITION BY LIST (provider);
ALTER TABLE gateway.provider_secrets ATTACH PARTITION gateway.stripe_secrets FOR VALUES IN ('stripe');
CREATE TABLE gateway.other_provider_secrets PARTITION OF gateway.provider_secrets DEFAULT;

ALTER TABLE gateway.stripe_status
  ADD COLUMN provider text NOT NULL DEFAULT 'stripe',
  ADD CONSTRAINT stripe_status_by_provider UNIQUE (workspace_id, provider);
CREATE TABLE gateway.provider_status (
  workspace_id bigint NOT NULL REFERENCES gateway.workspaces (id),
  event_type text,
  event_at timestamptz(3),
  event_result text,
  error text,
  error_at timestamptz(3),
  ignored jsonb NOT NULL DEFAULT '{}',
  provider text NOT NULL,
  UNIQUE (workspace_id, provider)
) PARTITION BY LIST (provider);
ALTER TABLE gateway.provider_status ATTACH PARTITION gateway.stripe_status FOR VALUES IN ('stripe');
CREATE TABLE gateway.other_provider_status PARTITION OF gateway.provider_status DEFAULT;

-- The paths of the webhooks of all providers contain this key.
COMMENT ON COLUMN gateway.workspaces.stripe_webhook_key IS 'Key in the paths of the webhooks of payment providers';
