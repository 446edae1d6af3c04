-- Answers of operations, stored in the transaction of their effect: a repeat under the same Idempotency-Key returns the first answer.
-- Answers are sealed, and only a caller with the operation id can open them. The id is not stored.
CREATE TABLE gateway.operations (
  workspace_id bigint NOT NULL,
  -- Keyed digest of the operation id and the method.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
  answer bytea,
  at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX operations_by_expiry ON gateway.operations (expires_at);
