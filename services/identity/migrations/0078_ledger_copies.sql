-- Workspaces with so many accounts and payments that services sum their reports in memory, from a copy of the rows. Changes of the rows are
-- recorded for these workspaces only.
CREATE TABLE identity.ledger_copies (
  workspace_id bigint PRIMARY KEY,
  -- Of the latest report or load, to the hour. A day later, changes are no longer recorded.
  used_at timestamptz NOT NULL
);
-- The accounts, and the payments without an account, whose rows a transaction changed. A copy knows the snapshot that it contains, and reads
-- the rows that later transactions changed. Deleted after an hour.
CREATE TABLE identity.ledger_changes (
  workspace_id bigint NOT NULL,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id bigint,
  payment_id text,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, transaction_id, id),
  CHECK (num_nonnulls(profile_id, payment_id) = 1)
);
CREATE INDEX ledger_changes_by_age ON identity.ledger_changes (changed_at);
ALTER TABLE identity.ledger_changes ALTER COLUMN workspace_id SET (n_distinct = 10);

CREATE FUNCTION identity.record_changed_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ledger_changes (workspace_id, profile_id)
  SELECT DISTINCT c.workspace_id, c.profile_id FROM changed AS c JOIN identity.ledger_copies AS l ON l.workspace_id = c.workspace_id;
  RETURN NULL;
END
$$;
CREATE FUNCTION identity.record_changed_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ledger_changes (workspace_id, profile_id, payment_id)
  SELECT DISTINCT c.workspace_id, c.profile_id, CASE WHEN c.profile_id IS NULL THEN c.payment_id END
    FROM changed AS c JOIN identity.ledger_copies AS l ON l.workspace_id = c.workspace_id;
  RETURN NULL;
END
$$;
-- Payments with an owner are read from `payment_facts`.
CREATE FUNCTION identity.record_changed_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.ledger_changes (workspace_id, payment_id)
  SELECT DISTINCT c.workspace_id, c.payment_id
    FROM changed AS c JOIN identity.ledger_copies AS l ON l.workspace_id = c.workspace_id
   WHERE c.profile_id IS NULL AND c.user_id IS NULL;
  RETURN NULL;
END
$$;

-- An update records the owner before it and the one after it. In the lock order of identity.
CREATE TRIGGER touches_record_inserts AFTER INSERT ON identity.touches
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER touches_record_updates AFTER UPDATE ON identity.touches
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER touches_record_deletes AFTER DELETE ON identity.touches
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER payments_record_inserts AFTER INSERT ON identity.payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_payments();
CREATE TRIGGER payments_record_before AFTER UPDATE ON identity.payments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_payments();
CREATE TRIGGER payments_record_updates AFTER UPDATE ON identity.payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_payments();
CREATE TRIGGER payments_record_deletes AFTER DELETE ON identity.payments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_payments();
