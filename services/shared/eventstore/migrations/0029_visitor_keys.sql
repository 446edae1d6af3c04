-- The key with which the ids of visitors and sessions are hashed (VISITOR_KEY), as its fingerprint; empty: without a key. One row,
-- with the workspace 0. The first program that needs the key records it, the others compare theirs.
CREATE TABLE IF NOT EXISTS visitor_keys
(
    workspace_id UInt64,
    fingerprint String,
    recorded_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY workspace_id
SETTINGS non_replicated_deduplication_window = 100;
