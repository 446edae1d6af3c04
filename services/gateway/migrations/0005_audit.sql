-- Who did what, and when: for good. Ids and closed words alone, nothing that a person typed.
--
-- An entry is written before its action and its outcome after it, so that nothing happens without a trace; an entry
-- without an outcome was cut short, and may have happened or not.
CREATE TABLE gateway.audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  actor text NOT NULL CHECK (actor IN ('token', 'admin', 'bootstrap')),
  token_id bigint CHECK ((actor = 'token') = (token_id IS NOT NULL)),
  -- The operationId of the API.
  action text NOT NULL,
  site_id bigint,
  target_id text,
  request_id text
);

CREATE INDEX audit_entries_workspace ON gateway.audit_entries (workspace_id, at, id);

CREATE TABLE gateway.audit_outcomes (
  entry_id bigint PRIMARY KEY REFERENCES gateway.audit_entries (id),
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'unknown')),
  -- Why it was refused: the problem's code.
  code text,
  -- Of what the action made.
  site_id bigint,
  target_id text
);

CREATE FUNCTION gateway.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log can only be added to';
END
$$;

CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gateway.audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();
CREATE TRIGGER audit_outcomes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON gateway.audit_outcomes
  FOR EACH STATEMENT EXECUTE FUNCTION gateway.refuse_change();
