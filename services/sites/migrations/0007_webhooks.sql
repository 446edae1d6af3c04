-- Up Migration

-- What happened in a workspace and may be told outside. `place` is its order: a reader that has seen one place has seen all before.
CREATE TABLE sites.notices (
  workspace_id bigint NOT NULL,
  place bigint NOT NULL,
  -- The same for a repeat, so that it is kept once.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 64),
  type text NOT NULL,
  at timestamptz(3) NOT NULL,
  data jsonb NOT NULL CHECK (jsonb_typeof(data) = 'object'),
  -- Of a notice that goes with its site; null for what an account did.
  site_id bigint,
  PRIMARY KEY (workspace_id, place),
  UNIQUE (workspace_id, id)
);
CREATE INDEX notices_by_age ON sites.notices (at);
CREATE INDEX notices_by_time ON sites.notices (workspace_id, at, place);
CREATE INDEX notices_of_site ON sites.notices (site_id) WHERE site_id IS NOT NULL;

CREATE TABLE sites.webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  url text NOT NULL,
  description text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  -- Signs beside the new one until its time is over.
  previous_secret text,
  previous_until timestamptz(3),
  -- Null while it is active.
  disabled_reason text CHECK (disabled_reason IN ('paused', 'failing', 'gone')),
  disabled_at timestamptz(3),
  -- Since when no attempt has come through; null while the last one did.
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CHECK ((disabled_reason IS NULL) = (disabled_at IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhooks_workspace ON sites.webhooks (workspace_id, id);

CREATE TABLE sites.deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  webhook_id bigint NOT NULL REFERENCES sites.webhooks (id) ON DELETE CASCADE,
  place bigint NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  http_status integer,
  problem text,
  created_at timestamptz(3) NOT NULL,
  first_tried_at timestamptz(3),
  next_at timestamptz(3) NOT NULL,
  -- Until when one replica has it to itself: after that the replica is taken for dead.
  claimed_until timestamptz(3),
  ended_at timestamptz(3),
  UNIQUE (webhook_id, place),
  FOREIGN KEY (workspace_id, place) REFERENCES sites.notices (workspace_id, place) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
CREATE INDEX deliveries_due ON sites.deliveries (webhook_id, next_at, id) WHERE status = 'pending';
CREATE INDEX deliveries_of_webhook ON sites.deliveries (webhook_id, id);
CREATE INDEX deliveries_of_notice ON sites.deliveries (workspace_id, place);

CREATE SEQUENCE sites.notice_places;

-- Places are given in the order of commits: a workspace's writers wait for each other, so that no reader passes over one that
-- is still under way. Whoever writes for several workspaces goes through them by their ids.
CREATE FUNCTION sites.place_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sites.notices', NEW.workspace_id));
  NEW.place := nextval('sites.notice_places');
  RETURN NEW;
END
$$;
CREATE TRIGGER notices_placed BEFORE INSERT ON sites.notices FOR EACH ROW EXECUTE FUNCTION sites.place_notice();

-- A delivery for each webhook that wants it, in the transaction of the notice itself: whatever writes one, none is forgotten.
CREATE FUNCTION sites.deliver_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
  SELECT NEW.workspace_id, id, NEW.place, NEW.at, NEW.at FROM sites.webhooks
  WHERE workspace_id = NEW.workspace_id AND disabled_reason IS NULL AND NEW.type = ANY (events)
  ORDER BY id;
  RETURN NULL;
END
$$;
CREATE TRIGGER notices_delivered AFTER INSERT ON sites.notices FOR EACH ROW EXECUTE FUNCTION sites.deliver_notice();
