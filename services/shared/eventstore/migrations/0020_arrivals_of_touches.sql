-- First touches with the arrival of their event. A browser chooses the time of its events, so an event that it sends after an
-- account's channel was recorded must not decide that channel. Identity chooses among these touches by their arrival:
--
-- * `browser_touch`: the earliest browser event that arrived at most 24 hours after its time. A later one counts from its arrival.
-- * `first_arrival`: the browser event that arrived first. No later event can replace it.
-- * `trusted_touch`: the earliest event of a server or an import.
-- * `arrived_at`: the first arrival of any of these events.
--
-- They contain the event's own facts, never those that it took over from its session: a later browser event may change these.
-- Touches that were stored before this migration count as browser events that arrived before everything else: their default
-- is computed from `touch` and `place`, without a rewrite of the table.
ALTER TABLE first_touches
    ADD COLUMN IF NOT EXISTS browser_touch SimpleAggregateFunction(min, Tuple(ts DateTime64(3, 'UTC'), arrived_at DateTime64(3, 'UTC'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String))
        DEFAULT CAST(
            (tupleElement(touch, 'ts'), toDateTime64(0, 3, 'UTC'),
             tupleElement(touch, 'channel'), tupleElement(touch, 'source'), tupleElement(touch, 'utm_campaign'),
             tupleElement(touch, 'landing'), tupleElement(touch, 'referrer'), tupleElement(touch, 'rules_version'),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'site_id'), 0),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'country'), ''),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'utm_source'), ''),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'utm_medium'), '')),
            'Tuple(ts DateTime64(3, \'UTC\'), arrived_at DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
        ),
    ADD COLUMN IF NOT EXISTS first_arrival SimpleAggregateFunction(min, Tuple(arrived_at DateTime64(3, 'UTC'), ts DateTime64(3, 'UTC'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String))
        DEFAULT CAST(
            (toDateTime64(0, 3, 'UTC'), tupleElement(touch, 'ts'),
             tupleElement(touch, 'channel'), tupleElement(touch, 'source'), tupleElement(touch, 'utm_campaign'),
             tupleElement(touch, 'landing'), tupleElement(touch, 'referrer'), tupleElement(touch, 'rules_version'),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'site_id'), 0),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'country'), ''),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'utm_source'), ''),
             if(tupleElement(place, 'ts') = tupleElement(touch, 'ts'), tupleElement(place, 'utm_medium'), '')),
            'Tuple(arrived_at DateTime64(3, \'UTC\'), ts DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
        ),
    ADD COLUMN IF NOT EXISTS trusted_touch SimpleAggregateFunction(min, Tuple(ts DateTime64(3, 'UTC'), event_id String, channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String))
        DEFAULT CAST(
            (toDateTime64('2200-01-01 00:00:00', 3, 'UTC'), '', '', '', '', '', '', 0, 0, '', '', ''),
            'Tuple(ts DateTime64(3, \'UTC\'), event_id String, channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
        ),
    ADD COLUMN IF NOT EXISTS arrived_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT toDateTime64(0, 3, 'UTC');

-- `touch` and `place` are for programs of the previous release.
--
-- ClickHouse clears arrival times at midnight UTC, seven to eight days after the arrival. An event without one counts from the
-- latest possible time: midnight UTC seven days ago. An earlier one would let an event count that arrived too late. It is
-- inserted again only after a correction of its session, or to restore the touches of a visitor.
ALTER TABLE first_touches_view MODIFY QUERY
WITH
    if(received_at > toDateTime64('1971-01-01 00:00:00', 3, 'UTC'), received_at, toStartOfDay(now64(3, 'UTC')) - INTERVAL 7 DAY) AS arrival,
    origin = 'browser' AND (received_at = arrival OR bitAnd(evidence, 32) > 0) AND ts < arrival - INTERVAL 1 DAY AS is_late,
    if(is_late, arrival, ts) AS touched_at,
    own = '' AS has_own_columns,
    if(has_own_columns, channel, JSONExtractString(own, 'channel')) AS own_channel,
    if(has_own_columns, source, JSONExtractString(own, 'source')) AS own_source,
    if(has_own_columns, utm_campaign, JSONExtractString(own, 'utm_campaign')) AS own_campaign,
    if(has_own_columns, landing, JSONExtractString(own, 'landing')) AS own_landing,
    if(has_own_columns, referrer, JSONExtractString(own, 'referrer')) AS own_referrer,
    if(has_own_columns, rules_version, JSONExtractUInt(own, 'rules_version')) AS own_rules,
    if(has_own_columns, country, JSONExtractString(own, 'country')) AS own_country,
    if(has_own_columns, utm_source, JSONExtractString(own, 'utm_source')) AS own_utm_source,
    if(has_own_columns, utm_medium, JSONExtractString(own, 'utm_medium')) AS own_utm_medium,
    own_channel != '' AND origin = 'browser' AS is_browser,
    own_channel != '' AND origin != 'browser' AS is_trusted,
    toDateTime64('2200-01-01 00:00:00', 3, 'UTC') AS never
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
    )) AS place,
    max(bitAnd(evidence, 1)) AS derived,
    min(CAST(
        if(is_browser, (touched_at, arrival, own_channel, own_source, own_campaign, own_landing, own_referrer, own_rules,
         site_id, own_country, own_utm_source, own_utm_medium),
         (never, never, '', '', '', '', '', 0, 0, '', '', '')),
        'Tuple(ts DateTime64(3, \'UTC\'), arrived_at DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
    )) AS browser_touch,
    min(CAST(
        if(is_browser, (arrival, touched_at, own_channel, own_source, own_campaign, own_landing, own_referrer, own_rules,
         site_id, own_country, own_utm_source, own_utm_medium),
         (never, never, '', '', '', '', '', 0, 0, '', '', '')),
        'Tuple(arrived_at DateTime64(3, \'UTC\'), ts DateTime64(3, \'UTC\'), channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
    )) AS first_arrival,
    min(CAST(
        if(is_trusted, (ts, toString(event_id), own_channel, own_source, own_campaign, own_landing, own_referrer, own_rules,
         site_id, own_country, own_utm_source, own_utm_medium),
         (never, '', '', '', '', '', '', 0, 0, '', '', '')),
        'Tuple(ts DateTime64(3, \'UTC\'), event_id String, channel String, source String, utm_campaign String, landing String, referrer String, rules_version UInt16, site_id UInt64, country String, utm_source String, utm_medium String)'
    )) AS trusted_touch,
    min(if(own_channel != '', arrival, never)) AS arrived_at
FROM events
WHERE channel != ''
GROUP BY workspace_id, visitor_id;
