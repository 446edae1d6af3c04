-- Addresses and customers of erased accounts: reports of a payment provider from before the erasure create neither of them again. Keyed
-- digests only, deleted after 35 days.
CREATE TABLE identity.erased_payers (
  workspace_id bigint NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  erased_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, digest)
);
ALTER TABLE identity.erased_payers ALTER COLUMN workspace_id SET (n_distinct = 10);
CREATE INDEX erased_payers_by_time ON identity.erased_payers (erased_at);
