-- Facts from which the session of a server event, an import or a browser event without a landing page is derived: the session
-- as its sender named it (0: without a name), and flags of the facts that the event carries itself. Stored events have 0: they
-- keep their sessions.
ALTER TABLE events
    ADD COLUMN IF NOT EXISTS sent_session UInt64 DEFAULT 0 CODEC(ZSTD(3)) AFTER session_id,
    ADD COLUMN IF NOT EXISTS evidence UInt8 DEFAULT 0 CODEC(ZSTD(1)) AFTER sent_session,
    -- The event's own values of the columns that it took over from its session, JSON; '' where it took over none.
    ADD COLUMN IF NOT EXISTS own String DEFAULT '' CODEC(ZSTD(6)) AFTER evidence;

-- After each batch of browser events, the collector searches for derived events of the same visitors. Parts and granules
-- without any are skipped.
ALTER TABLE events ADD INDEX IF NOT EXISTS evidence_minmax evidence TYPE minmax GRANULARITY 1;

-- A corrected copy of a row (flag 32) is no arrival.
ALTER TABLE arrivals_view MODIFY QUERY
SELECT
    workspace_id,
    site_id,
    toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
    count() AS events
FROM events
WHERE origin != 'import' AND bitAnd(evidence, 32) = 0
GROUP BY workspace_id, site_id, quarter;

-- 1: the visitor has events with derived sessions. Their columns may change at an unchanged time, which min() does not show:
-- the first touch is then read from the event itself.
ALTER TABLE first_touches ADD COLUMN IF NOT EXISTS derived SimpleAggregateFunction(max, UInt8) DEFAULT 0;

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
    )) AS place,
    max(bitAnd(evidence, 1)) AS derived
FROM events
WHERE channel != ''
GROUP BY workspace_id, visitor_id;
