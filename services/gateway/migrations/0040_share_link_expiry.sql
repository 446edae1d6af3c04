-- The link and its keys stop working then. Null: never. Gateways of the previous release ignore it.
ALTER TABLE gateway.share_links ADD COLUMN expires_at timestamptz(3);
