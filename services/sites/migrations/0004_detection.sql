-- Up Migration

-- When the home page was last looked at; null while that is pending.
ALTER TABLE sites.sites ADD COLUMN detection_checked_at timestamptz(3);
-- What the look found, as src/domain/detection/detection.ts has it.
ALTER TABLE sites.sites ADD COLUMN detection jsonb;
-- Until when one replica has the look to itself: after it, the replica is taken for dead and another one may try.
ALTER TABLE sites.sites ADD COLUMN detection_claimed_until timestamptz(3);

CREATE INDEX sites_detection_pending ON sites.sites (id) WHERE detection_status = 'pending';
