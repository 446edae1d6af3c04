-- Up Migration

-- How often a goal was reached, as far as webhooks have been told; only goals that a webhook asks for are counted.
CREATE TABLE sites.goal_counts (
  goal_id bigint PRIMARY KEY REFERENCES sites.goals (id) ON DELETE CASCADE,
  -- Conversions by hour (its first moment, ISO 8601, UTC) that were told, or were there before anybody asked.
  counted jsonb NOT NULL DEFAULT '{}',
  -- Null until it was counted once.
  counted_at timestamptz(3),
  -- When to count again. Also the token under which one replica counts: whoever sets it has the turn.
  next_at timestamptz(3) NOT NULL
);
CREATE INDEX goal_counts_due ON sites.goal_counts (next_at);
