-- An erasure is complete when stored webhook events no longer contain the user ids of its accounts, too.
ALTER TABLE identity.erasures
  -- Emptied when the erasure is complete.
  ADD COLUMN user_ids text[] NOT NULL DEFAULT '{}',
  -- Number of webhook events with one of them. Null until they are counted.
  ADD COLUMN webhook_events bigint;
UPDATE identity.erasures SET webhook_events = 0 WHERE completed_at IS NOT NULL;
CREATE INDEX erasures_with_user_ids ON identity.erasures (workspace_id) WHERE user_ids <> '{}';
CREATE INDEX erasures_by_time ON identity.erasures (workspace_id, erased_at, id);
