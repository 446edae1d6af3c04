-- Up Migration

-- Set once the purge has begun: from then on the site can not be restored.
ALTER TABLE sites.sites ADD COLUMN purge_began_at timestamptz(3) CHECK (purge_began_at >= purge_at);

CREATE INDEX sites_due ON sites.sites (purge_at) WHERE purge_at IS NOT NULL;

-- The record of every purge, for good: ids, times and numbers, nothing of what the site held.
CREATE TABLE sites.purges (
  site_id bigint PRIMARY KEY,
  workspace_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3) NOT NULL,
  purge_at timestamptz(3) NOT NULL,
  began_at timestamptz(3) NOT NULL,
  -- Null until every row is gone from both databases.
  finished_at timestamptz(3),
  -- Rows in the event store as the purge began, by table.
  rows jsonb NOT NULL
);
