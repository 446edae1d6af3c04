-- Secret keys of workspaces, each sealed with SECRETS_KEY, which can rotate without changing them.
CREATE TABLE gateway.workspace_keys (
  workspace_id bigint PRIMARY KEY REFERENCES gateway.workspaces (id),
  sealed_key bytea NOT NULL
);

-- Each row lives for a day, so the table is cleaned in small steps.
ALTER TABLE gateway.idempotency_keys
  SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
