-- Up Migration

-- The first content of each event id that a server or an import has sent. Rows are deleted after 35 days, and with their site.
-- Without a foreign key: it would lock the site's row for each event.
CREATE TABLE sites.event_claims (
  site_id bigint NOT NULL,
  event_id uuid NOT NULL,
  -- 48 bits of a hash of the event's content: not personal data.
  fingerprint bigint NOT NULL,
  -- The event's time. An event without one that is repeated after midnight has the time of its first arrival.
  ts timestamptz(3) NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, event_id)
);
CREATE INDEX event_claims_by_age ON sites.event_claims (claimed_at);
