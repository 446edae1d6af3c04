-- When each site last received an event: the status call is polled, and must not read the site's whole history.
CREATE TABLE IF NOT EXISTS site_activity
(
    workspace_id UInt64,
    site_id UInt64,
    last_received_at SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree
ORDER BY (workspace_id, site_id);

CREATE MATERIALIZED VIEW IF NOT EXISTS site_activity_view TO site_activity AS
SELECT
    workspace_id,
    site_id,
    max(received_at) AS last_received_at
FROM events
GROUP BY workspace_id, site_id;
