-- Whose first touch may have changed, in the order of storing: what settles the links of identity within seconds of an
-- event's arrival, without asking after every visitor whose link is pending. By the moment of storing, not of arrival: an
-- event that waited for hours in a collector's log must show, too. Read within seconds; a day is for outages.
CREATE TABLE IF NOT EXISTS touched_visitors
(
    touched_at DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    workspace_id UInt64 CODEC(T64, LZ4),
    visitor_id UInt64 CODEC(NONE)
)
ENGINE = MergeTree
PARTITION BY toStartOfHour(touched_at)
ORDER BY (touched_at, workspace_id, visitor_id)
TTL toDateTime(touched_at) + INTERVAL 1 DAY DELETE
SETTINGS ttl_only_drop_parts = 1;

-- Of the rows that the view on events makes, one for each visitor of a batch.
CREATE MATERIALIZED VIEW IF NOT EXISTS touched_visitors_view TO touched_visitors AS
SELECT
    now64(3, 'UTC') AS touched_at,
    workspace_id,
    visitor_id
FROM first_touches;
