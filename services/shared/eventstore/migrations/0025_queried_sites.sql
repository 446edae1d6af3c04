-- Sites with a query that roll-ups can answer, and its time zone. Their days are built until 35 days after the last such query.
CREATE TABLE IF NOT EXISTS rollup_queries
(
    workspace_id UInt64,
    site_id UInt64,
    zone LowCardinality(String),
    queried_at DateTime('UTC')
)
ENGINE = ReplacingMergeTree(queried_at)
ORDER BY (workspace_id, site_id)
TTL queried_at + INTERVAL 35 DAY DELETE;
