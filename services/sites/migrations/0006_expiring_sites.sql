-- Up Migration

-- A site for a trial ends by itself: from this moment on the purge takes it at once.
ALTER TABLE sites.sites ADD COLUMN expires_at timestamptz(3) CHECK (expires_at > created_at);

CREATE INDEX sites_expiring ON sites.sites (expires_at) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
