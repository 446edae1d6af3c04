-- Up Migration

CREATE TABLE sites.sites (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  -- Lower-case punycode host without a leading www.
  domain text NOT NULL CHECK (length(domain) BETWEEN 1 AND 253),
  name text NOT NULL,
  -- IANA zone name.
  timezone text NOT NULL,
  -- The first is the primary type.
  categories text[] NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  -- Public, in the snippet; never changes.
  site_key text NOT NULL CHECK (length(site_key) >= 20),
  created_at timestamptz(3) NOT NULL,
  -- When the snippet was first seen live. Once set it stays.
  installed_at timestamptz(3),
  -- Both set while the site is in the bin.
  deleted_at timestamptz(3),
  purge_at timestamptz(3),
  -- Null until detection is asked for.
  detection_status text CHECK (detection_status IN ('pending', 'done', 'failed')),
  CHECK ((deleted_at IS NULL) = (purge_at IS NULL)),
  CHECK (purge_at > deleted_at)
);

-- One active site per domain and workspace: what makes concurrent creates and restores safe.
CREATE UNIQUE INDEX sites_active_domain ON sites.sites (workspace_id, domain) WHERE deleted_at IS NULL;

-- Listing a workspace by id, both the active sites and the bin.
CREATE INDEX sites_workspace ON sites.sites (workspace_id, id);
