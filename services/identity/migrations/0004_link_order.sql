-- The first linked visitor decides an account's channel, in whatever order events arrive: links get their order.
ALTER TABLE identity.links ADD COLUMN ordinal bigint GENERATED ALWAYS AS IDENTITY;

-- The link whose visitor decided. Events that come late may yet show an earlier session of that visitor or of one linked
-- before it, within 30 days of the link; then the record is replaced by another, never changed. Null: stays as it is.
ALTER TABLE identity.attributions ADD COLUMN decided_by bigint;

-- The repair reads the links of the last 30 days.
CREATE INDEX links_by_age ON identity.links (created_at);
