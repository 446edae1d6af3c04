-- The change feed of accounts. A change is queued in its own transaction. A single writer per workspace then gives each changed account
-- the next position: positions become visible in their order, so a reader with a cursor misses none.
CREATE TABLE identity.account_changes (
  workspace_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id bigint NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
ALTER TABLE identity.account_changes ALTER COLUMN workspace_id SET (n_distinct = 10);

-- Position: the time of numbering, in microseconds since 1970. Also after the restore of a backup, new positions are higher than old ones.
CREATE TABLE identity.account_positions (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (workspace_id, profile_id)
);
ALTER TABLE identity.account_positions ALTER COLUMN workspace_id SET (n_distinct = 10);
CREATE UNIQUE INDEX account_positions_in_order ON identity.account_positions (workspace_id, position);

-- All existing accounts are changes. Identity numbers them in the background. Before the locks, because it takes seconds.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT workspace_id, id FROM identity.profiles ORDER BY workspace_id, updated_at, id;
ANALYZE identity.account_changes;

-- In the lock order of identity (services/identity/src/store/locks.ts): the previous release is running.
LOCK TABLE identity.profiles IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE identity.links, identity.attributions IN ACCESS EXCLUSIVE MODE;
LOCK TABLE identity.payments IN SHARE ROW EXCLUSIVE MODE;

-- A pending link becomes unattributed after 30 days: this is a change, too. Set by a periodic task.
ALTER TABLE identity.links ADD COLUMN expired boolean NOT NULL DEFAULT false;
CREATE INDEX links_to_expire ON identity.links (created_at) WHERE linked_at IS NULL AND NOT expired;

-- The channel that this record replaced; null: the first record of the account.
ALTER TABLE identity.attributions ADD COLUMN previous_channel text;

-- Triggers, so that each statement is covered, also those of the previous release. Transition tables of one statement share a function.
CREATE FUNCTION identity.queue_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, id FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_queue_inserts AFTER INSERT ON identity.profiles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_profiles();
CREATE TRIGGER profiles_queue_deletes AFTER DELETE ON identity.profiles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_profiles();

-- Accounts that share a user id share its payments: the one with the earliest session has them.
CREATE FUNCTION identity.queue_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id) VALUES (NEW.workspace_id, NEW.id);
  IF NEW.user_id IS DISTINCT FROM OLD.user_id THEN
    INSERT INTO identity.account_changes (workspace_id, profile_id)
    SELECT p.workspace_id, p.id FROM identity.profiles AS p
     WHERE p.workspace_id = NEW.workspace_id AND p.user_id IN (NEW.user_id, OLD.user_id) AND p.id <> NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_queue_updates AFTER UPDATE OF user_id, plan, company, mrr ON identity.profiles
  FOR EACH ROW
  WHEN ((OLD.user_id, OLD.plan, OLD.company, OLD.mrr) IS DISTINCT FROM (NEW.user_id, NEW.plan, NEW.company, NEW.mrr))
  EXECUTE FUNCTION identity.queue_profile();

CREATE FUNCTION identity.queue_attributions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, profile_id FROM changed;
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT other.workspace_id, other.id
    FROM changed AS c
    JOIN identity.profiles AS p ON p.workspace_id = c.workspace_id AND p.id = c.profile_id
    JOIN identity.profiles AS other ON other.workspace_id = p.workspace_id AND other.user_id = p.user_id
   WHERE other.id <> p.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER attributions_queue AFTER INSERT ON identity.attributions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_attributions();

CREATE FUNCTION identity.queue_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  VALUES (coalesce(NEW.workspace_id, OLD.workspace_id), coalesce(NEW.profile_id, OLD.profile_id));
  RETURN NULL;
END
$$;
CREATE TRIGGER links_queue_inserts AFTER INSERT ON identity.links
  FOR EACH ROW WHEN (NEW.linked_at IS NULL) EXECUTE FUNCTION identity.queue_link();
CREATE TRIGGER links_queue_updates AFTER UPDATE OF linked_at, expired ON identity.links
  FOR EACH ROW WHEN ((OLD.linked_at, OLD.expired) IS DISTINCT FROM (NEW.linked_at, NEW.expired))
  EXECUTE FUNCTION identity.queue_link();
CREATE TRIGGER links_queue_deletes AFTER DELETE ON identity.links
  FOR EACH ROW EXECUTE FUNCTION identity.queue_link();

CREATE FUNCTION identity.queue_accounts_of_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT DISTINCT workspace_id, profile_id FROM changed WHERE profile_id IS NOT NULL;
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT p.workspace_id, p.id
    FROM (SELECT DISTINCT workspace_id, user_id FROM changed WHERE user_id IS NOT NULL OFFSET 0) AS c
    JOIN identity.profiles AS p ON p.workspace_id = c.workspace_id AND p.user_id = c.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_queue_inserts AFTER INSERT ON identity.payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_accounts_of_payments();
CREATE TRIGGER payments_queue_deletes AFTER DELETE ON identity.payments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_accounts_of_payments();

CREATE FUNCTION identity.queue_accounts_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT NEW.workspace_id, id FROM unnest(ARRAY[OLD.profile_id, NEW.profile_id]) AS id WHERE id IS NOT NULL
  UNION
  SELECT p.workspace_id, p.id FROM identity.profiles AS p
   WHERE p.workspace_id = NEW.workspace_id AND p.user_id IN (OLD.user_id, NEW.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_queue_updates AFTER UPDATE ON identity.payments
  FOR EACH ROW
  WHEN ((OLD.profile_id, OLD.user_id, OLD.currency, OLD.amount_minor, OLD.type, OLD.occurred_at)
        IS DISTINCT FROM (NEW.profile_id, NEW.user_id, NEW.currency, NEW.amount_minor, NEW.type, NEW.occurred_at))
  EXECUTE FUNCTION identity.queue_accounts_of_payment();

-- Accounts that were created before the triggers.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT p.workspace_id, p.id FROM identity.profiles AS p
 WHERE NOT EXISTS (SELECT FROM identity.account_changes AS c WHERE c.workspace_id = p.workspace_id AND c.profile_id = p.id);
