-- Properties of events, from exports that hold them in a file of their own: kept, so that the file of the events finds
-- them whenever it is imported. Looked for by the ids of a few thousand events at a time, which are random: small granules.
CREATE TABLE IF NOT EXISTS imported_properties
(
    workspace_id UInt64 CODEC(T64, LZ4),
    site_id UInt64 CODEC(T64, LZ4),
    event_id UUID CODEC(NONE),
    key LowCardinality(String) CODEC(ZSTD(3)),
    value String CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree
ORDER BY (workspace_id, site_id, event_id, key)
SETTINGS index_granularity = 256;
