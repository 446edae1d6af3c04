-- Click ids of ad platforms, of sites that enable them. `sealed` is encrypted: only owners of SECRETS_KEY read it. A part contains one
-- day, and ClickHouse drops it whole, 90 days after its start.
CREATE TABLE IF NOT EXISTS click_ids
(
    workspace_id UInt64,
    site_id UInt64,
    visitor_id UInt64 CODEC(NONE),
    ts DateTime64(3, 'UTC'),
    received_at DateTime64(3, 'UTC'),
    parameter LowCardinality(String),
    -- Base64.
    sealed String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toDate(ts)
ORDER BY (workspace_id, visitor_id, site_id, parameter, ts)
TTL toStartOfDay(toDateTime(ts)) + INTERVAL 90 DAY DELETE
-- Reads look for a few visitors among all of a workspace.
SETTINGS ttl_only_drop_parts = 1, index_granularity = 128;
