-- Signing secrets are sealed with SECRETS_KEY, which this database does not hold (AES-256-GCM: initialisation vector, tag,
-- ciphertext). Those from before are sealed by the first gateway that starts with the key.
ALTER TABLE gateway.stripe_secrets
  ADD COLUMN sealed_secret bytea,
  ALTER COLUMN signing_secret DROP NOT NULL,
  ADD CONSTRAINT stripe_secrets_once CHECK (num_nonnulls(signing_secret, sealed_secret) = 1);
