-- Up Migration

-- The token that created the webhook, also through a dashboard session. Null: created by the admin command's session or an earlier release.
ALTER TABLE sites.webhooks ADD COLUMN created_by bigint;
