-- A hash chain per workspace over the records of the audit log: entries and outcomes. Records without a link were written before the
-- chain, by an earlier release, or without SECRETS_KEY.
CREATE TABLE gateway.audit_links (
  workspace_id bigint NOT NULL,
  -- Without gaps, from 1.
  seq bigint NOT NULL CHECK (seq > 0),
  entry_id bigint NOT NULL,
  -- Whether the record is the outcome of the entry, or the entry.
  is_outcome boolean NOT NULL,
  -- HMAC-SHA256 of the hash before it and the record, with a key of the workspace.
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (workspace_id, seq),
  UNIQUE (entry_id, is_outcome)
);

CREATE TRIGGER audit_links_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gateway.audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();
