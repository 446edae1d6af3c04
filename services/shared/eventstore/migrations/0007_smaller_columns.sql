-- Columns that take less room and less time to read; measured in services/analytics/SPEED.md. Times lie within one day in
-- each part: their high bits are equal, which T64 leaves out, while the difference to the row before says nothing, as rows
-- are ordered by visitor. event_id is random: no codec makes it smaller. Paths and referrers repeat within a part.
--
-- New codecs hold for new parts, others get them when they are merged; new types rewrite the columns now.
ALTER TABLE events
    MODIFY COLUMN workspace_id UInt64 CODEC(T64, LZ4),
    MODIFY COLUMN site_id UInt64 CODEC(T64, LZ4),
    MODIFY COLUMN ts DateTime64(3, 'UTC') CODEC(T64, LZ4),
    MODIFY COLUMN received_at DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    MODIFY COLUMN event_id UUID CODEC(NONE),
    MODIFY COLUMN visitor_id UInt64 CODEC(ZSTD(3)),
    MODIFY COLUMN session_id UInt64 CODEC(ZSTD(3)),
    MODIFY COLUMN pathname LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN referrer LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN landing LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN channel LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN source LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN utm_source LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN utm_medium LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN utm_campaign LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN country LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN device LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN browser LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN os LowCardinality(String) CODEC(ZSTD(3)),
    MODIFY COLUMN props Map(LowCardinality(String), String) CODEC(ZSTD(3));

ALTER TABLE first_touches
    MODIFY COLUMN workspace_id CODEC(T64, LZ4),
    MODIFY COLUMN visitor_id CODEC(Delta(8), ZSTD(1)),
    MODIFY COLUMN touch CODEC(ZSTD(3)),
    MODIFY COLUMN place CODEC(ZSTD(3));
