-- What the pseudonyms of a workspace's visitors are made with, in exports and in the paths of single visitors. Made once:
-- with another key no name that was exported before would lead to its visitor again. 244 random bits each.
ALTER TABLE gateway.workspaces
  ADD COLUMN visitor_key bytea NOT NULL CHECK (octet_length(visitor_key) = 32)
    DEFAULT decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
