-- Where the first touch was: its site, country and campaign tags, for reports on revenue. In a column of its own, because
-- a released tuple can't grow; both are min() by the same `ts`. What was stored before is filled from the events; where
-- these are gone the place keeps a time of the far future and counts as unknown.
ALTER TABLE first_touches ADD COLUMN IF NOT EXISTS place SimpleAggregateFunction(min, Tuple(
    ts DateTime64(3, 'UTC'),
    site_id UInt64,
    country String,
    utm_source String,
    utm_medium String))
    DEFAULT CAST(
        (toDateTime64('2200-01-01 00:00:00', 3, 'UTC'), 0, '', '', ''),
        'Tuple(ts DateTime64(3, \'UTC\'), site_id UInt64, country String, utm_source String, utm_medium String)'
    );

ALTER TABLE first_touches_view MODIFY QUERY
SELECT
    workspace_id,
    visitor_id,
    min(CAST(
        (ts, channel, source, utm_campaign, landing, referrer, rules_version),
        'Tuple(ts DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16)'
    )) AS touch,
    min(CAST(
        (ts, site_id, country, utm_source, utm_medium),
        'Tuple(ts DateTime64(3, \'UTC\'), site_id UInt64, country String, utm_source String, utm_medium String)'
    )) AS place
FROM events
WHERE channel != ''
GROUP BY workspace_id, visitor_id;

-- Running it twice changes nothing: the smallest of equal values is the same.
INSERT INTO first_touches (workspace_id, visitor_id, touch, place)
SELECT
    workspace_id,
    visitor_id,
    min(CAST(
        (ts, channel, source, utm_campaign, landing, referrer, rules_version),
        'Tuple(ts DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16)'
    )) AS touch,
    min(CAST(
        (ts, site_id, country, utm_source, utm_medium),
        'Tuple(ts DateTime64(3, \'UTC\'), site_id UInt64, country String, utm_source String, utm_medium String)'
    )) AS place
FROM events
WHERE channel != ''
GROUP BY workspace_id, visitor_id;
