-- Null: the session began on a gateway of an earlier release. It has no idle limit until its first use, and needs a new sign-in for secrets.
ALTER TABLE gateway.dashboard_sessions
  ADD COLUMN signed_in_at timestamptz(3),
  -- To within some minutes, so that requests rarely write.
  ADD COLUMN last_used_at timestamptz(3),
  -- Browser family and system, from an enumerated list.
  ADD COLUMN browser text;
