-- Visitors whose link to an account was erased: no account is linked to them again. Keyed digests only, never a visitor id.
CREATE TABLE identity.erased_visitors (
  workspace_id bigint NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- The HMAC key of the digest.
  key_id text NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, digest)
);
ALTER TABLE identity.erased_visitors ALTER COLUMN workspace_id SET (n_distinct = 10);
