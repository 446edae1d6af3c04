-- Exports that the gateway is sending. An erasure marks those of its workspace and completes when they have ended.
CREATE TABLE identity.running_exports (
  workspace_id bigint NOT NULL,
  id uuid NOT NULL,
  renewed_at timestamptz NOT NULL,
  -- An erasure deleted events that the export may have read.
  is_cut boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id)
);
ALTER TABLE identity.running_exports ALTER COLUMN workspace_id SET (n_distinct = 10);
