-- Deletions of expired days of a site: roll-ups of days before `before` that were begun until `expired_at` may contain expired
-- events. They are never valid again, also if they are published later, or if equal numbers of events are imported.
CREATE TABLE IF NOT EXISTS rollup_expiries
(
    workspace_id UInt64,
    site_id UInt64,
    before DateTime('UTC'),
    expired_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(expired_at)
ORDER BY (workspace_id, site_id, before);
