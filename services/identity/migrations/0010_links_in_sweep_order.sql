-- The repair reads the links of the last 30 days page by page, workspace by workspace: each page starts where the last one ended.
-- Without this every page sorted all of them.
CREATE INDEX links_in_sweep_order ON identity.links (workspace_id, created_at, ordinal);
DROP INDEX identity.links_by_age;
