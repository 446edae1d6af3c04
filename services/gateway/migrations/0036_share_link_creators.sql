-- The token that created the link, also through a dashboard session. Null: created in the admin command's session or by an earlier release.
ALTER TABLE gateway.share_links ADD COLUMN created_by bigint REFERENCES gateway.tokens (id);
