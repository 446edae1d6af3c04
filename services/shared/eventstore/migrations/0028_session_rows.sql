-- The sessions of roll-ups, for queries with filters. Roll-ups without them have another ROLLUP_FORMAT, and are built again.
--
-- A row for each session of a build's counts with its visitor and the values of its events; several, if these values differ. Queries
-- read the rows that pass the filters, without events and without a join. Without sessions of `rollup_crossing`.
CREATE TABLE IF NOT EXISTS rollup_session_rows
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    start DateTime('UTC') CODEC(T64, LZ4),
    build UInt64 CODEC(T64, LZ4),
    -- Of a session with several rows, which counts once; otherwise 0: ids take more space than all other columns.
    session_id UInt64 CODEC(ZSTD(1)),
    -- Number of the visitor.
    number UInt32 CODEC(Delta(4), LZ4),
    bounced Bool CODEC(ZSTD(1)),
    -- Of the session.
    duration_ms UInt32 CODEC(T64, ZSTD(1)),
    pageviews UInt32 CODEC(T64, ZSTD(1)),
    -- The paths of the row's events, each once, and their pageviews.
    paths Array(LowCardinality(String)) CODEC(ZSTD(1)),
    path_pageviews Array(UInt32) CODEC(ZSTD(1)),
    entry_page LowCardinality(String) CODEC(ZSTD(1)),
    exit_page LowCardinality(String) CODEC(ZSTD(1)),
    channel LowCardinality(String) CODEC(ZSTD(1)),
    source LowCardinality(String) CODEC(ZSTD(1)),
    device LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)),
    os LowCardinality(String) CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)),
    region LowCardinality(String) CODEC(ZSTD(1)),
    referrer LowCardinality(String) CODEC(ZSTD(1)),
    utm_source LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign LowCardinality(String) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, start, build, session_id, number);
