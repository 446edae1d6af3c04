-- An erasure is complete when the events of its visitors are deleted, too. Until then they wait here.
ALTER TABLE identity.erasures
  ADD COLUMN visitors integer NOT NULL DEFAULT 0,
  -- Null until they are counted, before their deletion.
  ADD COLUMN events bigint,
  ADD COLUMN first_touches bigint,
  -- Null while the erasure runs.
  ADD COLUMN completed_at timestamptz;
UPDATE identity.erasures SET events = 0, first_touches = 0, completed_at = erased_at;
CREATE INDEX erasures_running ON identity.erasures (erased_at) WHERE completed_at IS NULL;

-- Visitors that were linked to the erased account alone. Deleted when the erasure is complete.
CREATE TABLE identity.erasure_visitors (
  workspace_id bigint NOT NULL,
  erasure_id uuid NOT NULL,
  anonymous_id text NOT NULL,
  PRIMARY KEY (workspace_id, erasure_id, anonymous_id),
  FOREIGN KEY (workspace_id, erasure_id) REFERENCES identity.erasures (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE identity.erasure_visitors ALTER COLUMN workspace_id SET (n_distinct = 10);
