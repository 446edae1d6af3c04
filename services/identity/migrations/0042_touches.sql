-- The sessions of an account's visitors, stored as long as the account: models of attribution don't depend on the retention of events.
CREATE TABLE identity.touches (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  anonymous_id text NOT NULL,
  -- Start of the session.
  at timestamptz(3) NOT NULL,
  channel text NOT NULL CHECK (channel <> ''),
  source text NOT NULL,
  campaign text NOT NULL,
  -- Host and path, without query.
  landing text NOT NULL,
  referrer text NOT NULL,
  device text NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, profile_id, at, anonymous_id),
  FOREIGN KEY (workspace_id, profile_id, anonymous_id)
    REFERENCES identity.links (workspace_id, profile_id, anonymous_id) ON DELETE CASCADE
);
ALTER TABLE identity.touches ALTER COLUMN workspace_id SET (n_distinct = 10);
CREATE INDEX touches_by_link ON identity.touches (workspace_id, profile_id, anonymous_id);

ALTER TABLE identity.links
  -- When the sessions of the visitor are read next; null: after its next event. All existing links are due.
  ADD COLUMN touches_due_at timestamptz(3) DEFAULT now(),
  -- When they were last read.
  ADD COLUMN touches_read_at timestamptz(3);
CREATE INDEX links_with_due_touches ON identity.links (touches_due_at) WHERE touches_due_at IS NOT NULL AND linked_at IS NOT NULL;

ALTER TABLE identity.erasures ADD COLUMN touches integer NOT NULL DEFAULT 0;
