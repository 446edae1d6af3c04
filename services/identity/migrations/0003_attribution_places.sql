-- Where the first session was, for reports by site, country and campaign tags. Empty for what was recorded before.
ALTER TABLE identity.attributions
  ADD COLUMN site_id bigint,
  ADD COLUMN country text NOT NULL DEFAULT '',
  ADD COLUMN utm_source text NOT NULL DEFAULT '',
  ADD COLUMN utm_medium text NOT NULL DEFAULT '';
