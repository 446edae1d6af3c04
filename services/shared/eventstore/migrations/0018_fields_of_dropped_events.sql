-- The field that causes a drop and its problem, for receipts. Neither contains a value of the event.
ALTER TABLE dropped_events
    ADD COLUMN IF NOT EXISTS field LowCardinality(String) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS message LowCardinality(String) CODEC(ZSTD(1));
