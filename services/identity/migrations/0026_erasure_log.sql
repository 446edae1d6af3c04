-- Repeats erasures after the restore of an older backup. Names nobody without HMAC_KEYS.
CREATE TABLE identity.erasure_log (
  workspace_id bigint NOT NULL,
  erasure_id uuid NOT NULL,
  -- The order of the log, over all workspaces.
  id bigint GENERATED ALWAYS AS IDENTITY,
  logged_at timestamptz NOT NULL,
  -- Deleted profiles, as {"id", "createdAtMs"}. After a restore, a new profile can get the id of an erased one.
  profiles jsonb NOT NULL,
  -- Visitors and user ids, encrypted with a key that is derived from HMAC_KEYS.
  sealed bytea NOT NULL,
  PRIMARY KEY (workspace_id, erasure_id),
  FOREIGN KEY (workspace_id, erasure_id) REFERENCES identity.erasures (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE identity.erasure_log ALTER COLUMN workspace_id SET (n_distinct = 10);
CREATE UNIQUE INDEX erasure_log_in_order ON identity.erasure_log (id);
CREATE INDEX erasure_log_by_age ON identity.erasure_log (logged_at);
