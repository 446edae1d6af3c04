-- Up Migration

-- Pages of the dashboard that members of a workspace saved. The purge of a site deletes those of its pages.
CREATE TABLE sites.saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  -- NULL: a page of the workspace.
  site_id bigint REFERENCES sites.sites ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  page text NOT NULL,
  query text NOT NULL CHECK (char_length(query) <= 2000),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX saved_views_workspace ON sites.saved_views (workspace_id, id);
CREATE INDEX saved_views_site ON sites.saved_views (site_id);
