-- What became of events that are not in `events`.
--
-- Each dropped event for a week: what a receipt is read from. event_id is all zeros where its sender gave none.
CREATE TABLE IF NOT EXISTS dropped_events
(
    workspace_id UInt64 CODEC(ZSTD(1)),
    site_id UInt64 CODEC(ZSTD(1)),
    event_id UUID CODEC(ZSTD(1)),
    dropped_at DateTime64(3, 'UTC') CODEC(ZSTD(1)),
    reason LowCardinality(String) CODEC(ZSTD(1)),
    -- With the reason `bot`: what gave it away.
    bot_reason LowCardinality(String) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(dropped_at)
ORDER BY (workspace_id, site_id, event_id)
TTL toDateTime(dropped_at) + INTERVAL 7 DAY DELETE
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 1000;

-- Their numbers, for good. By quarters of an hour, so that days of every time zone can be added up exactly.
CREATE TABLE IF NOT EXISTS drops
(
    workspace_id UInt64,
    site_id UInt64,
    quarter DateTime('UTC'),
    reason LowCardinality(String),
    bot_reason LowCardinality(String),
    events UInt64
)
ENGINE = SummingMergeTree(events)
PARTITION BY toYYYYMM(quarter)
ORDER BY (workspace_id, site_id, quarter, reason, bot_reason)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS drops_view TO drops AS
SELECT
    workspace_id,
    site_id,
    toStartOfFifteenMinutes(toDateTime(dropped_at, 'UTC')) AS quarter,
    reason,
    bot_reason,
    count() AS events
FROM dropped_events
GROUP BY workspace_id, site_id, quarter, reason, bot_reason;

-- How many events arrived, repeats included: `events` itself forgets its repeats when its parts are merged. By the
-- events' own time, as they are counted. The window of tokens is that of `events`, so that a batch that is sent again
-- after a crash between the table and this view is added once.
CREATE TABLE IF NOT EXISTS arrivals
(
    workspace_id UInt64,
    site_id UInt64,
    quarter DateTime('UTC'),
    events UInt64
)
ENGINE = SummingMergeTree(events)
PARTITION BY toYYYYMM(quarter)
ORDER BY (workspace_id, site_id, quarter)
SETTINGS non_replicated_deduplication_window = 10000;

CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_view TO arrivals AS
SELECT
    workspace_id,
    site_id,
    toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
    count() AS events
FROM events
GROUP BY workspace_id, site_id, quarter;
