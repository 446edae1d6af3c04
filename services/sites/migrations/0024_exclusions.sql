-- Up Migration

-- Browser events that a site does not store: patterns of paths, and IP addresses and subnets.
ALTER TABLE sites.sites
  ADD COLUMN excluded_paths text[] NOT NULL DEFAULT '{}',
  ADD COLUMN excluded_addresses text[] NOT NULL DEFAULT '{}';
