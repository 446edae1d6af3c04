-- A sign-in whose answer was lost on its way may be tried again by the very page that made it.
ALTER TABLE gateway.dashboard_sessions
  -- SHA-256 of the spent code and of what that page made up for its attempt.
  ADD COLUMN attempt_hash bytea UNIQUE CHECK (octet_length(attempt_hash) = 32),
  ADD COLUMN attempt_until timestamptz(3),
  ADD CONSTRAINT dashboard_sessions_attempt_check CHECK ((attempt_hash IS NULL) = (attempt_until IS NULL));
