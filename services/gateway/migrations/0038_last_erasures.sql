-- When an account or visitor of the workspace was last erased: stored answers to earlier requests are not returned, if they contain facts
-- about accounts.
ALTER TABLE gateway.workspaces ADD COLUMN last_erasure_at timestamptz(3);
