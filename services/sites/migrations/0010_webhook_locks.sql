-- Up Migration

-- As before, but the webhooks stay until the notice is there: one that is deleted meanwhile gets no delivery, instead of failing
-- what the notice tells of.
CREATE OR REPLACE FUNCTION sites.deliver_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
  SELECT NEW.workspace_id, id, NEW.place, NEW.at, NEW.at FROM sites.webhooks
  WHERE workspace_id = NEW.workspace_id AND disabled_reason IS NULL AND NEW.type = ANY (events)
  ORDER BY id FOR KEY SHARE;
  RETURN NULL;
END
$$;
