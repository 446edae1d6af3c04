-- Up Migration

-- The begin of the last audit of each site. A failed audit has no result: sites that always fail must not come first forever.
ALTER TABLE sites.audits
  ADD COLUMN attempted_at timestamptz(3),
  -- Null before the first result.
  ALTER COLUMN audited_at DROP NOT NULL;
