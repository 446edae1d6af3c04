-- What analytics calls the visitor when it tells whose events have come: links settle by asking for these alone. Null for
-- links from before, until the sweep has asked for it.
ALTER TABLE identity.links ADD COLUMN visitor_key bytea;

CREATE INDEX links_by_visitor ON identity.links (visitor_key, workspace_id);

-- Nobody looks for links by the visitor's own id any more.
DROP INDEX identity.links_pending;

-- How far what analytics tells has been read; the repair of any replica goes on from here.
CREATE TABLE identity.arrivals_read (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  cursor text NOT NULL,
  read_at timestamptz(3) NOT NULL
);
