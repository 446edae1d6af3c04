-- Up Migration

-- Whether the collector redacts email addresses and tokens in the site's events.
ALTER TABLE sites.sites ADD COLUMN scrub boolean NOT NULL DEFAULT true;
