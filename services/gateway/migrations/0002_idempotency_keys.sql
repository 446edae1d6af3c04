-- Answers of POST requests that carried an Idempotency-Key, to be given again for 24 hours.
--
-- Neither the key nor the request is stored, and the answer only sealed: the digests and the seal are keyed by the
-- client's own key, so this table tells nothing of what was asked and answered to whoever reads it alone.
CREATE TABLE gateway.idempotency_keys (
  workspace_id bigint NOT NULL,
  -- The endpoint's operationId.
  operation text NOT NULL,
  key_digest bytea NOT NULL CHECK (octet_length(key_digest) = 32),
  -- Tells another request under the same key from a repeat.
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  -- Whoever runs the request: a run that was given up must not answer for its successor.
  run_id uuid NOT NULL,
  -- Until then nobody else runs it; a process that died while running frees the key at this time.
  running_until timestamptz(3) NOT NULL,
  -- Null while it runs.
  answer bytea,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, operation, key_digest)
);

CREATE INDEX idempotency_keys_expiry ON gateway.idempotency_keys (expires_at);
