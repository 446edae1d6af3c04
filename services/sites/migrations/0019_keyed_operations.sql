-- Up Migration

-- Answers of operations are stored sealed: only a caller with the operation id can open them. Those of an Idempotency-Key are stored
-- for 24 hours. `response` and `operations_by_age` belong to the previous release.
ALTER TABLE sites.operations
  ADD COLUMN answer bytea,
  ADD COLUMN expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '15 minutes';
CREATE INDEX operations_by_expiry ON sites.operations (expires_at);
