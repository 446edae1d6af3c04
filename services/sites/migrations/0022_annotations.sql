-- Up Migration

-- Notes on days of a site. The site's purge deletes them.
CREATE TABLE sites.annotations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  site_id bigint NOT NULL REFERENCES sites.sites ON DELETE CASCADE,
  day date NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX annotations_site ON sites.annotations (site_id, day, id);
