-- The payments with their account's attribution and fields, so that revenue reports join no tables. Payments without an account and a user
-- id are not copied: reports read them from `payments`. Rows are written when a change of the account or user id is numbered.
CREATE TABLE identity.payment_facts (
  workspace_id bigint NOT NULL,
  payment_id text NOT NULL,
  -- Null while no account has the user id.
  profile_id bigint,
  -- Minor units; of a refund: negative.
  minor bigint NOT NULL,
  site_id bigint,
  occurred_at timestamptz NOT NULL,
  -- The previous sale or subscription of the same payer in the same currency. The first one of a window counts the payer as a customer.
  previous_at timestamptz,
  -- Without a channel: the latest link that is not resolved, or the payment's creation if the account has no link.
  pending_at timestamptz,
  -- Of the recorded attribution.
  first_seen_at timestamptz,
  is_refund boolean NOT NULL,
  is_subscription boolean NOT NULL,
  currency text NOT NULL,
  channel text,
  source text,
  country text,
  plan text,
  company text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  -- Of a payment by user id.
  user_id text,
  PRIMARY KEY (workspace_id, payment_id)
);
-- Reports group by the bucket of the time. With its real number of values, the planner expects too many groups for a parallel plan.
ALTER TABLE identity.payment_facts
  ALTER COLUMN workspace_id SET (n_distinct = 10),
  ALTER COLUMN occurred_at SET (n_distinct = 10);
-- Revenue in total and by channel, site and country reads this index alone: accounts, not time, order the rows of the table. The included
-- columns have bounded lengths, as an index needs.
CREATE INDEX payment_facts_by_time ON identity.payment_facts (workspace_id, occurred_at)
  INCLUDE (minor, previous_at, pending_at, site_id, is_refund, currency, channel, country);
-- An index alone suffices only for pages that were vacuumed since their last change.
ALTER TABLE identity.payment_facts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX payment_facts_by_account ON identity.payment_facts (workspace_id, profile_id) WHERE profile_id IS NOT NULL;
CREATE INDEX payment_facts_by_user ON identity.payment_facts (workspace_id, user_id) WHERE user_id IS NOT NULL;

-- All payments get their facts in the background. Before the locks, because it takes seconds.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT workspace_id, id FROM identity.profiles AS p
 WHERE NOT EXISTS (SELECT FROM identity.account_changes AS c WHERE c.workspace_id = p.workspace_id AND c.profile_id = p.id)
 ORDER BY workspace_id, updated_at, id;
INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
SELECT DISTINCT workspace_id, user_id, false FROM identity.payments WHERE user_id IS NOT NULL;
ANALYZE identity.account_changes, identity.user_id_changes;

LOCK TABLE identity.payments IN SHARE ROW EXCLUSIVE MODE;
-- A payment that gets or loses its owner moves between `payments` and `payment_facts` in one transaction: it always counts once. The
-- numbering of the owner's change completes the row.
CREATE FUNCTION identity.move_payment_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nonnulls(NEW.profile_id, NEW.user_id) = 0 THEN
    DELETE FROM identity.payment_facts WHERE workspace_id = NEW.workspace_id AND payment_id = NEW.payment_id;
  ELSE
    INSERT INTO identity.payment_facts (workspace_id, payment_id, profile_id, user_id, currency, minor, is_refund, is_subscription,
                                        occurred_at, pending_at)
    VALUES (NEW.workspace_id, NEW.payment_id, NEW.profile_id, NEW.user_id, NEW.currency,
            CASE WHEN NEW.type = 'refund' THEN -NEW.amount_minor ELSE NEW.amount_minor END, NEW.type = 'refund',
            NEW.type = 'subscription', NEW.occurred_at, NEW.created_at)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_move_facts AFTER UPDATE OF profile_id, user_id ON identity.payments
  FOR EACH ROW
  WHEN ((num_nonnulls(OLD.profile_id, OLD.user_id) = 0) <> (num_nonnulls(NEW.profile_id, NEW.user_id) = 0))
  EXECUTE FUNCTION identity.move_payment_facts();

-- The facts of a deleted payment are deleted in its transaction. Numbering finds them by their payer, which may change before.
CREATE FUNCTION identity.delete_payment_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.payment_facts AS f USING gone
   WHERE f.workspace_id = gone.workspace_id AND f.payment_id = gone.payment_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_delete_facts AFTER DELETE ON identity.payments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION identity.delete_payment_facts();
