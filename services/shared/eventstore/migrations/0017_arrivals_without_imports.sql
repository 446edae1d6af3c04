-- A row that is imported again replaces what it was: no sender sent anything twice. So imports are no arrivals.
ALTER TABLE arrivals_view MODIFY QUERY
SELECT
    workspace_id,
    site_id,
    toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter,
    count() AS events
FROM events
WHERE origin != 'import'
GROUP BY workspace_id, site_id, quarter;

-- How many of those that were counted already were imports nobody knows: quarters with imports forget their arrivals, as
-- those of before arrivals were counted have none. In the background.
ALTER TABLE arrivals DELETE
WHERE (workspace_id, site_id, quarter) IN (
    SELECT DISTINCT workspace_id, site_id, toStartOfFifteenMinutes(toDateTime(ts, 'UTC'))
    FROM events
    WHERE origin = 'import'
)
SETTINGS allow_nondeterministic_mutations = 1;
