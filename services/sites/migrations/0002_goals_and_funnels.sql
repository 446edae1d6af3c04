-- Up Migration

-- What a site's customer measures. `definition` is what the service checked: see src/domain/goal.ts.
CREATE TABLE sites.goals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  site_id bigint NOT NULL REFERENCES sites.sites (id) ON DELETE CASCADE,
  definition jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX goals_site ON sites.goals (site_id, id);

CREATE TABLE sites.funnels (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  site_id bigint NOT NULL REFERENCES sites.sites (id) ON DELETE CASCADE,
  definition jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX funnels_site ON sites.funnels (site_id, id);
