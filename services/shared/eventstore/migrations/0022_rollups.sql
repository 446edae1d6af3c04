-- Roll-ups of ended days and hours: exact counts that queries add up instead of reading events. All of these tables are derived from
-- `events` and can be emptied at any time; services/analytics/ROLLUPS.md describes them. On a cluster they stay empty.
--
-- Inserted rows that are no arrivals: imports and corrected copies; and deletions. With `arrivals`, each change of a site's
-- events of a quarter of an hour changes a sum. The view stores nothing for a batch without such rows.
CREATE TABLE IF NOT EXISTS event_changes
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    quarter DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
    changes UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree(changes)
PARTITION BY toYYYYMM(quarter)
ORDER BY (workspace_id, site_id, quarter)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE MATERIALIZED VIEW IF NOT EXISTS event_changes_view TO event_changes AS
SELECT
    workspace_id,
    site_id,
    toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
    count() AS changes
FROM events
WHERE origin = 'import' OR bitAnd(evidence, 32) > 0
GROUP BY workspace_id, site_id, quarter;

-- The log of a site's builds. The deduplication token of a row contains the site and `seq`, so that only one of concurrent builders
-- publishes a number. A build is current if it is the last one of its time range and no later one replaces it.
CREATE TABLE IF NOT EXISTS rollup_builds
(
    workspace_id UInt64,
    site_id UInt64,
    seq UInt64,
    -- Milliseconds of its start × 2^20, plus a random number.
    build UInt64,
    start DateTime('UTC'),
    end DateTime('UTC'),
    -- The sum of `arrivals` and `event_changes` of the time range before the events were read.
    version UInt64,
    -- Id of the table `events`: another one after a backup was restored.
    events_table UUID,
    -- ROLLUP_FORMAT of analytics: builds of another format are not read, also those that retention has set to 0.
    format UInt16,
    -- Time zone of the query that needed the build.
    zone LowCardinality(String),
    -- Builds of other time ranges that this build replaces.
    replaces Array(UInt64),
    events UInt64,
    published_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (workspace_id, site_id, start, seq)
SETTINGS non_replicated_deduplication_window = 10000;

-- Numbers of a site's visitors, from 1. Valid if the build that assigned it is published. Queries count distinct visitors with
-- bitmaps of these numbers.
CREATE TABLE IF NOT EXISTS rollup_visitors
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    visitor_id UInt64 CODEC(ZSTD(1)),
    number UInt32 CODEC(T64, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (workspace_id, site_id, visitor_id);

-- Counts of a build's sessions by key of a dimension; the dimension '' has one row. Without sessions of `rollup_crossing`.
CREATE TABLE IF NOT EXISTS rollup_rows
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    key String CODEC(ZSTD(3)),
    start DateTime('UTC') CODEC(T64, ZSTD(1)),
    build UInt64 CODEC(ZSTD(1)),
    visitors AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(3)),
    sessions UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    duration_ms UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1)),
    events UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, dimension, key, start)
SETTINGS index_granularity = 1024;

-- Sessions of a build's counts: the lower 48 bits of their ids. A session with events elsewhere must not be in two builds.
CREATE TABLE IF NOT EXISTS rollup_sessions
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    start DateTime('UTC') CODEC(T64, LZ4),
    build UInt64 CODEC(T64, LZ4),
    session_key UInt64 CODEC(Delta(8), ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(start)
ORDER BY (workspace_id, site_id, start, build, session_key);

-- The events of sessions that are not within one build, and of visitors without a number, with the columns that queries need.
CREATE TABLE IF NOT EXISTS rollup_crossing
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    start DateTime('UTC') CODEC(T64, LZ4),
    build UInt64 CODEC(T64, LZ4),
    session_id UInt64 CODEC(ZSTD(1)),
    visitor_id UInt64 CODEC(ZSTD(1)),
    ts DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    name LowCardinality(String) CODEC(ZSTD(1)),
    pathname LowCardinality(String) CODEC(ZSTD(1)),
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
ORDER BY (workspace_id, site_id, start, build, session_id);

-- Which process builds a site's roll-ups in a minute. Concurrent builds are harmless, but cost twice the time.
CREATE TABLE IF NOT EXISTS rollup_claims
(
    workspace_id UInt64,
    site_id UInt64,
    minute DateTime('UTC'),
    owner UInt64
)
ENGINE = MergeTree
ORDER BY (workspace_id, site_id, minute)
TTL minute + INTERVAL 1 DAY DELETE
SETTINGS non_replicated_deduplication_window = 10000;
