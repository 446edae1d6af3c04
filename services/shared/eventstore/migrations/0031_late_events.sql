-- Queries read a build together with the events that arrived late, if nothing else has changed since.
ALTER TABLE rollup_builds
    -- The part of `version` that is of `event_changes`.
    ADD COLUMN IF NOT EXISTS corrections UInt64 AFTER version,
    -- The last time at which one of the build's events was received. 0: unknown, a build of an earlier release.
    ADD COLUMN IF NOT EXISTS received_until DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC') AFTER zone;
