-- Sign-ins to the dashboard: each begins as a one-time link and becomes a session when the link is used, so that the entry
-- of the audit log that made the link and those of the session bear one id. Only hashes of the code and of the cookie.
CREATE TABLE gateway.dashboard_sessions (
  -- Of the tokens' sequence: whoever may call the API is told from all others by one number, as rate limits need it.
  id bigint PRIMARY KEY DEFAULT nextval('gateway.tokens_id_seq'),
  workspace_id bigint NOT NULL REFERENCES gateway.workspaces (id),
  -- Whose rights these are, and with whose end the session ends; null: the admin command's.
  token_id bigint REFERENCES gateway.tokens (id),
  scopes text[] NOT NULL,
  -- Null: all of the workspace.
  sites bigint[] CHECK (cardinality(sites) > 0),
  -- SHA-256 of the code in the link, until it is used.
  code_hash bytea UNIQUE CHECK (octet_length(code_hash) = 32),
  -- SHA-256 of the cookie, from then on.
  secret_hash bytea UNIQUE CHECK (octet_length(secret_hash) = 32),
  -- Of the link, later of the session.
  expires_at timestamptz(3) NOT NULL,
  CHECK ((code_hash IS NULL) <> (secret_hash IS NULL))
);

CREATE INDEX dashboard_sessions_expiry ON gateway.dashboard_sessions (expires_at);
CREATE INDEX dashboard_sessions_workspace ON gateway.dashboard_sessions (workspace_id);

-- Public read-only links to the numbers of one site.
CREATE TABLE gateway.share_links (
  id bigint PRIMARY KEY DEFAULT nextval('gateway.tokens_id_seq'),
  workspace_id bigint NOT NULL REFERENCES gateway.workspaces (id),
  site_id bigint NOT NULL,
  name text NOT NULL,
  -- In clear: a list shows the link again. It opens what its owner made public; what is not to be is behind a password.
  slug text NOT NULL UNIQUE,
  -- scrypt; null: open to whoever has the link.
  password_hash text,
  -- What the short-lived keys of the link are signed with.
  key_secret bytea NOT NULL CHECK (octet_length(key_secret) = 32),
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX share_links_site ON gateway.share_links (workspace_id, site_id, id);

-- A session of the dashboard acts too.
ALTER TABLE gateway.audit_entries
  DROP CONSTRAINT audit_entries_actor_check,
  ADD CONSTRAINT audit_entries_actor_check CHECK (actor IN ('token', 'admin', 'bootstrap', 'dashboard')),
  ADD COLUMN session_id bigint CHECK ((actor = 'dashboard') = (session_id IS NOT NULL));
