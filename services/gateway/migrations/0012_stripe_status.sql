-- The state of a workspace's Stripe webhook: its last event, its last error, and the number of ignored events by type.
CREATE TABLE gateway.stripe_status (
  workspace_id bigint PRIMARY KEY REFERENCES gateway.workspaces (id),
  event_type text,
  event_at timestamptz(3),
  event_result text,
  error text,
  error_at timestamptz(3),
  ignored jsonb NOT NULL DEFAULT '{}'
);
