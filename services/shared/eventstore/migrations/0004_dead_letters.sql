-- Events that ClickHouse refused for what they hold, each with the reason: accepted ones are never silently gone. Looked
-- at by operators; a repeated delivery writes the same row again.
CREATE TABLE IF NOT EXISTS dead_letters
(
    workspace_id UInt64,
    site_id UInt64,
    buried_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC'),
    reason String CODEC(ZSTD(1)),
    -- The row as it was sent, JSON.
    event String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (workspace_id, site_id, event)
TTL toDateTime(buried_at) + INTERVAL 90 DAY DELETE;
