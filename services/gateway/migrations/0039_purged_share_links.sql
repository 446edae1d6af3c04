-- Number of share links that were deleted with a purged site, for its certificate.
CREATE TABLE gateway.purged_share_links (
  workspace_id bigint NOT NULL,
  site_id bigint NOT NULL,
  links integer NOT NULL,
  PRIMARY KEY (workspace_id, site_id)
);
ALTER TABLE gateway.purged_share_links ALTER COLUMN workspace_id SET (n_distinct = 10);
