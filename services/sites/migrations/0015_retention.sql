-- Up Migration

-- For how long the events of a site are stored, by the age of their local day.
ALTER TABLE sites.sites
  -- Days before today. Null: all days.
  ADD COLUMN retention_days integer CHECK (retention_days > 0),
  -- Until then `previous_retention_days` applies. Null: `retention_days` has always applied, or was set to more days.
  ADD COLUMN retention_applies_at timestamptz(3),
  ADD COLUMN previous_retention_days integer CHECK (previous_retention_days > 0),
  -- Events before this time may be removed: set before their removal begins.
  ADD COLUMN removed_before timestamptz(3),
  -- Events before this time are removed.
  ADD COLUMN removal_finished_before timestamptz(3);

CREATE INDEX sites_with_retention ON sites.sites (id)
  WHERE retention_days IS NOT NULL OR previous_retention_days IS NOT NULL;
