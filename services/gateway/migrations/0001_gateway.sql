CREATE TABLE gateway.workspaces (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE gateway.tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL REFERENCES gateway.workspaces (id),
  -- The <id> of hw_<id>_<secret><checksum>: finds the row, proves nothing.
  public_id text NOT NULL UNIQUE,
  -- SHA-256 of the whole token. The token itself is shown once and never stored.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX tokens_by_workspace ON gateway.tokens (workspace_id, id);
