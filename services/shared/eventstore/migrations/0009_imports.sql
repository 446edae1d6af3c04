-- Events that were imported from another product's export. A new word of the list: no row is rewritten.
ALTER TABLE events MODIFY COLUMN origin Enum8('browser' = 1, 'server' = 2, 'import' = 3) CODEC(ZSTD(1));

-- What another product counted a day, where its export has no events: such numbers can be shown beside exact ones, but
-- visitors of two days can not be added up. One row a day, report and key: importing the same file again replaces it.
CREATE TABLE IF NOT EXISTS imported_days
(
    workspace_id UInt64,
    site_id UInt64,
    -- Which breakdown the row belongs to: one of the dimensions, `event` for custom events, '' for the day's totals.
    report LowCardinality(String),
    -- In the zone that the other product counted in.
    day Date,
    key String CODEC(ZSTD(1)),
    -- What tells rows of one key apart, such as the version of a browser; JSON.
    detail String CODEC(ZSTD(1)),
    visitors UInt64 CODEC(T64, ZSTD(1)),
    visits UInt64 CODEC(T64, ZSTD(1)),
    pageviews UInt64 CODEC(T64, ZSTD(1)),
    bounces UInt64 CODEC(T64, ZSTD(1)),
    visit_seconds UInt64 CODEC(T64, ZSTD(1)),
    events UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree
ORDER BY (workspace_id, site_id, report, day, key, detail);
