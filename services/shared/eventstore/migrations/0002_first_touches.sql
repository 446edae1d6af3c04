-- The first event with a known channel of each visitor in a workspace, for ever: it decides the acquisition channel of
-- the accounts linked to that visitor. min() of a tuple orders by its first element, so the earliest `ts` wins however
-- late it arrives, and the same event again changes nothing.
CREATE TABLE IF NOT EXISTS first_touches
(
    workspace_id UInt64,
    visitor_id UInt64,
    touch SimpleAggregateFunction(min, Tuple(
        ts DateTime64(3, 'UTC'),
        channel String,
        source String,
        utm_campaign String,
        landing String,
        referrer String,
        rules_version UInt16))
)
ENGINE = AggregatingMergeTree
ORDER BY (workspace_id, visitor_id);

CREATE MATERIALIZED VIEW IF NOT EXISTS first_touches_view TO first_touches AS
SELECT
    workspace_id,
    visitor_id,
    min(CAST(
        (ts, channel, source, utm_campaign, landing, referrer, rules_version),
        'Tuple(ts DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16)'
    )) AS touch
FROM events
WHERE channel != ''
GROUP BY workspace_id, visitor_id;
