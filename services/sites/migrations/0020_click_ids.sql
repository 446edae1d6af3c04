-- Up Migration

-- Whether click ids of ad platforms are stored, sealed.
ALTER TABLE sites.sites ADD COLUMN click_ids boolean NOT NULL DEFAULT false;
