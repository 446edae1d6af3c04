-- Visitors whose rows were deleted by an erasure. Collectors drop their events from before the erasure: such events may still be in
-- a collector's log or a browser's queue. Stored permanently, because a log may be shipped years later. A visitor id is a
-- hash, and `erased_at` the only other fact.
CREATE TABLE IF NOT EXISTS erased_visitors
(
    workspace_id UInt64,
    visitor_id UInt64,
    erased_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(erased_at)
ORDER BY (visitor_id, workspace_id);
