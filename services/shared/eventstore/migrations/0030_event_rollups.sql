-- Counts of single events, for event analyses and the list of events. Roll-ups without them have another ROLLUP_FORMAT, and are built
-- again.
--
-- A row for each name of a build's events (dimension ''), and for each key of a column or of a property (`props.<key>`): its events and a
-- bitmap of their visitors. Contains the events of all sessions, also of those in `rollup_crossing`, but not those of visitors without a number.
CREATE TABLE IF NOT EXISTS rollup_event_counts
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    name LowCardinality(String) CODEC(ZSTD(1)),
    -- '*': the name has no rows of dimensions, because the build has too many names.
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    key String CODEC(ZSTD(3)),
    start DateTime('UTC') CODEC(T64, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    visitors AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(3)),
    -- 0: the only row of a dimension with too many keys.
    events UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, name, dimension, key, start)
SETTINGS index_granularity = 128;

-- For events of visitors without a number.
ALTER TABLE rollup_crossing ADD COLUMN IF NOT EXISTS props Map(LowCardinality(String), String) CODEC(ZSTD(3));
