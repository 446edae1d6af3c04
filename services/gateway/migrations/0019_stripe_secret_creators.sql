-- The token that set the secret, also through a dashboard session. Null: set by the admin command's session or an earlier release.
ALTER TABLE gateway.stripe_secrets ADD COLUMN created_by bigint REFERENCES gateway.tokens (id);
