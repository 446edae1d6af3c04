-- Columns that are read with less time and take no more room; measured in services/analytics/SPEED.md. New parts have it
-- at once, others when they are merged.
--
-- A visitor's rows of a day lie side by side, so the id repeats, and its first bytes are random: without Delta the
-- random bytes are stored as they are, and reading them is a copy. More thorough levels of ZSTD are no dearer to read.
ALTER TABLE events
    MODIFY COLUMN visitor_id UInt64 CODEC(ZSTD(3)),
    MODIFY COLUMN landing LowCardinality(String) CODEC(ZSTD(6)),
    MODIFY COLUMN props Map(LowCardinality(String), String) CODEC(ZSTD(6));

-- A row for each site and quarter of an hour: many for what small sites send.
ALTER TABLE arrivals
    MODIFY COLUMN workspace_id UInt64 CODEC(T64, LZ4),
    MODIFY COLUMN site_id UInt64 CODEC(T64, LZ4),
    MODIFY COLUMN quarter DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
    MODIFY COLUMN events UInt64 CODEC(T64, ZSTD(1));
