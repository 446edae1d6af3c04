-- The latest touch that was visible at each payment, so that reports by `last_touch` and `last_non_direct` don't search it: it doesn't depend on the lookback.
-- The recorded attribution counts as a touch, as in reports. Written when a change of the account or of its touches is numbered.
ALTER TABLE identity.payment_facts
  -- Start of the session. `-infinity`: no touch was visible. Null: not searched yet, or the payment has no account.
  ADD COLUMN last_at timestamptz,
  ADD COLUMN last_channel text,
  ADD COLUMN last_source text,
  ADD COLUMN last_campaign text,
  ADD COLUMN last_landing text,
  ADD COLUMN last_referrer text,
  -- The latest touch of another channel, if the latest one is direct.
  ADD COLUMN non_direct_at timestamptz,
  ADD COLUMN non_direct_channel text,
  ADD COLUMN non_direct_source text,
  ADD COLUMN non_direct_campaign text,
  ADD COLUMN non_direct_landing text,
  ADD COLUMN non_direct_referrer text;
-- Reports group by the channel of a touch within the lookback. With the real numbers of values, the planner expects too many groups to hash them.
ALTER TABLE identity.payment_facts
  ALTER COLUMN last_at SET (n_distinct = 1),
  ALTER COLUMN non_direct_at SET (n_distinct = 1);

-- Accounts whose touches changed. A table of its own: the feed doesn't report these changes, and replicas of the previous release would
-- take them from `account_changes` and lose them.
CREATE TABLE identity.touch_changes (
  workspace_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id bigint NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
ALTER TABLE identity.touch_changes ALTER COLUMN workspace_id SET (n_distinct = 10);

CREATE FUNCTION identity.queue_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.touch_changes (workspace_id, profile_id) SELECT DISTINCT workspace_id, profile_id FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER touches_queue_inserts AFTER INSERT ON identity.touches
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_touches();
CREATE TRIGGER touches_queue_updates AFTER UPDATE ON identity.touches
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_touches();
CREATE TRIGGER touches_queue_deletes AFTER DELETE ON identity.touches
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_touches();

-- Replicas of the previous release change payments and attributions without these columns. The touch is searched again then, also if it stays the same.
CREATE FUNCTION identity.forget_last_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_at := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_facts_forget_last_touch BEFORE UPDATE ON identity.payment_facts
  FOR EACH ROW
  WHEN ((OLD.profile_id, OLD.occurred_at, OLD.first_seen_at, OLD.channel, OLD.source, OLD.utm_campaign)
        IS DISTINCT FROM (NEW.profile_id, NEW.occurred_at, NEW.first_seen_at, NEW.channel, NEW.source, NEW.utm_campaign)
        AND (OLD.last_at, OLD.non_direct_at) IS NOT DISTINCT FROM (NEW.last_at, NEW.non_direct_at))
  EXECUTE FUNCTION identity.forget_last_touch();
