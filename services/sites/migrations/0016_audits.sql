-- Up Migration

-- The last self-audit of each site. The site's purge deletes its row.
CREATE TABLE sites.audits (
  site_id bigint PRIMARY KEY REFERENCES sites.sites ON DELETE CASCADE,
  workspace_id bigint NOT NULL,
  audited_at timestamptz(3) NOT NULL,
  -- The audited day in the site's zone; null if the site had no day to audit.
  day date,
  -- Numbers of the API that differ from the stored events. 0 is expected.
  differences int NOT NULL CHECK (differences >= 0)
);
