-- The event that decided an attribution. A browser chooses the time of its events, so a browser event that arrives after the
-- channel was recorded must not change it.
ALTER TABLE identity.attributions
  -- When the browser event arrived. Null: it was sent with a token, or recorded before arrivals were stored.
  ADD COLUMN arrived_at timestamptz,
  -- The id of an event that was sent with a token.
  ADD COLUMN event_id text NOT NULL DEFAULT '',
  -- When the channel was first recorded. Browser events that arrived later do not count. Null: see recorded_at.
  ADD COLUMN arrivals_until timestamptz;

-- Each replacement of a recorded channel or source: the entry of the audit log, and the outbox of its webhook event. Written
-- in the transaction of the replacement. Stays when the account is erased: it contains neither visitor nor address.
CREATE TABLE identity.corrections (
  workspace_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id bigint NOT NULL,
  corrected_at timestamptz NOT NULL,
  previous_channel text NOT NULL,
  previous_source text NOT NULL,
  channel text NOT NULL,
  source text NOT NULL,
  site_id bigint,
  -- Whether the webhook event is published, or none will be.
  published boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX corrections_by_time ON identity.corrections (workspace_id, corrected_at, id);
CREATE INDEX corrections_to_publish ON identity.corrections (id) WHERE NOT published;
CREATE TRIGGER corrections_never_change
  BEFORE UPDATE OF workspace_id, id, profile_id, corrected_at, previous_channel, previous_source, channel, source, site_id
  ON identity.corrections FOR EACH ROW EXECUTE FUNCTION identity.refuse_update();
