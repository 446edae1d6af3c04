-- Merged counts of weeks: a query of a month reads them and some days, instead of each day. The counts of days and hours move from
-- `rollup_counts` to a table in another order. Their roll-ups have another ROLLUP_FORMAT, and are built again.
DROP TABLE IF EXISTS rollup_counts SYNC;

-- Counts of a build's sessions by key of a dimension; the dimension '' has one row. Without sessions of `rollup_crossing`. In the order
-- of weeks: queries read single days of the first and last weeks of their window, and no bitmaps of the others.
CREATE TABLE IF NOT EXISTS rollup_range_counts
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    key String CODEC(ZSTD(3)),
    start DateTime('UTC') CODEC(T64, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    visitors AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(3)),
    -- Number of the visitors.
    visitor_count UInt32 CODEC(T64, ZSTD(1)),
    sessions UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    duration_ms UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1)),
    events UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, toMonday(start), dimension, key, start)
SETTINGS index_granularity = 32;

-- The same counts of the builds of a week, without the dimension ''. LZ4: decompression takes much of the time of a query.
CREATE TABLE IF NOT EXISTS rollup_week_counts
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    key String CODEC(ZSTD(3)),
    -- That of its first build.
    start DateTime('UTC') CODEC(T64, ZSTD(1)),
    -- Id of the week, as in `rollup_weeks`.
    build UInt64 CODEC(ZSTD(1)),
    visitors AggregateFunction(groupBitmap, UInt32) CODEC(LZ4),
    visitor_count UInt32 CODEC(T64, ZSTD(1)),
    sessions UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, dimension, key, start)
SETTINGS index_granularity = 32;

-- The weeks with all of their rows, and the builds whose counts they contain. A week is read instead of these builds if all of them are valid.
CREATE TABLE IF NOT EXISTS rollup_weeks
(
    workspace_id UInt64,
    site_id UInt64,
    start DateTime('UTC'),
    build UInt64,
    parts Array(UInt64)
)
ENGINE = MergeTree
ORDER BY (workspace_id, site_id, start);
