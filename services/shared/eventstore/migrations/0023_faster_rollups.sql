-- Tables from which queries read less, instead of `rollup_rows` and `rollup_sessions`. Roll-ups of these have another ROLLUP_FORMAT,
-- and are built again. The new tables have other names, so that a repeated migration drops no rows of new roll-ups.
--
-- The numbers of the visitors of crossing events: a search among those of all visitors took most of the time of a query. 0: none.
ALTER TABLE rollup_crossing ADD COLUMN IF NOT EXISTS number UInt32 CODEC(T64, ZSTD(1)) AFTER visitor_id;

-- Counts of a build's sessions by key of a dimension; the dimension '' has one row. Without sessions of `rollup_crossing`.
-- A key has a row for each day, and a query reads few keys: small granules contain few bitmaps of others.
DROP TABLE IF EXISTS rollup_rows SYNC;

CREATE TABLE IF NOT EXISTS rollup_counts
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
ORDER BY (workspace_id, site_id, dimension, key, start)
SETTINGS index_granularity = 128;

-- Sessions of a build's counts: the lower 48 bits of their ids, in their order. A session with events elsewhere must not be in two
-- builds; a query searches for the few sessions that are new since the last one.
DROP TABLE IF EXISTS rollup_sessions SYNC;

CREATE TABLE IF NOT EXISTS rollup_session_keys
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    session_key UInt64 CODEC(Delta(8), ZSTD(1)),
    start DateTime('UTC') CODEC(ZSTD(1)),
    build UInt64 CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, session_key)
SETTINGS index_granularity = 1024;
