-- One row per event; a pageview is an event named `pageview`. Unknown values are ''.
--
-- A repeated event_id is the same row only when the whole sorting key and the partition agree, so `ts` is the event's
-- own time, as its sender first stamped it, never the moment of arrival. Reads use FINAL with
-- do_not_merge_across_partitions_select_final=1: merging one day at a time costs next to nothing once past days are
-- merged to a single part, which min_age_to_force_merge_* sees to.
CREATE TABLE IF NOT EXISTS events
(
    workspace_id UInt64 CODEC(ZSTD(1)),
    site_id UInt64 CODEC(ZSTD(1)),
    name LowCardinality(String) CODEC(ZSTD(1)),
    ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    event_id UUID CODEC(ZSTD(1)),
    visitor_id UInt64 CODEC(ZSTD(1)),
    session_id UInt64 CODEC(ZSTD(1)),
    origin Enum8('browser' = 1, 'server' = 2) CODEC(ZSTD(1)),
    hostname LowCardinality(String) CODEC(ZSTD(1)),
    pathname String CODEC(ZSTD(1)),
    channel LowCardinality(String) CODEC(ZSTD(1)),
    source LowCardinality(String) CODEC(ZSTD(1)),
    referrer String CODEC(ZSTD(1)),
    utm_source LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
    utm_term LowCardinality(String) CODEC(ZSTD(1)),
    utm_content LowCardinality(String) CODEC(ZSTD(1)),
    landing String CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)),
    device LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)),
    os LowCardinality(String) CODEC(ZSTD(1)),
    rules_version UInt16 CODEC(ZSTD(1)),
    props Map(LowCardinality(String), String) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMMDD(ts)
ORDER BY (site_id, name, toDate(ts), visitor_id, event_id)
SETTINGS
    min_age_to_force_merge_seconds = 600,
    min_age_to_force_merge_on_partition_only = 1,
    non_replicated_deduplication_window = 10000;
