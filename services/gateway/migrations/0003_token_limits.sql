ALTER TABLE gateway.tokens
  -- The sites that the token may reach; null: all of its workspace.
  ADD COLUMN sites bigint[] CHECK (cardinality(sites) > 0),
  -- To the hour, so that using a token does not write.
  ADD COLUMN last_used_at timestamptz(3);
