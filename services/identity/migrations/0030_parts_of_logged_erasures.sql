-- A large erasure has several rows: each fits into a message.
ALTER TABLE identity.erasure_log
  ADD COLUMN part integer NOT NULL DEFAULT 0,
  -- The HMAC key of `sealed`. Null: stored by an earlier release.
  ADD COLUMN key_id text,
  DROP CONSTRAINT erasure_log_pkey,
  ADD PRIMARY KEY (workspace_id, erasure_id, part);
