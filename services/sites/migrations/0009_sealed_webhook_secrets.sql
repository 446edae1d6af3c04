-- Up Migration

-- Signing secrets are sealed with SECRETS_KEY, which this database does not hold (AES-256-GCM: initialisation vector, tag,
-- ciphertext). Those that lie in clear are sealed by the first replica that starts with the key, and every hour while replicas
-- of the release before still write some.
ALTER TABLE sites.webhooks
  ADD COLUMN sealed_secret bytea,
  ADD COLUMN sealed_previous_secret bytea,
  ALTER COLUMN secret DROP NOT NULL,
  DROP CONSTRAINT webhooks_check1,
  ADD CONSTRAINT webhooks_secret_once CHECK (num_nonnulls(secret, sealed_secret) = 1),
  ADD CONSTRAINT webhooks_previous_once CHECK (
    num_nonnulls(previous_secret, sealed_previous_secret) = CASE WHEN previous_until IS NULL THEN 0 ELSE 1 END
  );
