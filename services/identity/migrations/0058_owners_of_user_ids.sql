-- Payments by a user id belong to the oldest account that has this id. A trigger can't find this account: other transactions may commit
-- an older one, or a payment, later. Triggers queue the user id, and the writer that numbers changes finds the account after the commits.
-- A table of its own: replicas of the previous release would take these changes from `account_changes` and lose them.
CREATE TABLE identity.user_id_changes (
  workspace_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL,
  -- False: accounts got or lost the user id, and its payments may have another owner than before.
  payments_changed boolean NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
ALTER TABLE identity.user_id_changes ALTER COLUMN workspace_id SET (n_distinct = 10);

LOCK TABLE identity.profiles IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER profiles_queue_updates ON identity.profiles;
DROP FUNCTION identity.queue_profile();
DROP TRIGGER profiles_tell_payments ON identity.profiles;
DROP FUNCTION identity.look_at_payments_of_user_ids();

CREATE OR REPLACE FUNCTION identity.queue_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, id FROM changed;
  INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
  SELECT DISTINCT workspace_id, user_id, false FROM changed WHERE user_id IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE FUNCTION identity.queue_updated_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT n.workspace_id, n.id
    FROM written AS n JOIN before AS o ON o.workspace_id = n.workspace_id AND o.id = n.id
   WHERE (o.user_id, o.plan, o.company, o.mrr) IS DISTINCT FROM (n.user_id, n.plan, n.company, n.mrr);
  WITH moved AS (
    SELECT n.workspace_id, n.id, u.user_id
      FROM written AS n JOIN before AS o ON o.workspace_id = n.workspace_id AND o.id = n.id
     CROSS JOIN LATERAL (VALUES (o.user_id), (n.user_id)) AS u (user_id)
     WHERE o.user_id IS DISTINCT FROM n.user_id AND u.user_id IS NOT NULL),
  queued AS (
    INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
    SELECT DISTINCT workspace_id, user_id, false FROM moved),
  oldest AS (SELECT workspace_id, user_id, min(id) AS id FROM moved GROUP BY workspace_id, user_id)
  -- Payments that get another owner may have a channel now: this includes those that are being checked, as in the migration 0013.
  UPDATE identity.payments AS p SET notice = 'look'
    FROM oldest
   WHERE p.workspace_id = oldest.workspace_id AND p.user_id = oldest.user_id AND p.notice IN ('look', 'waiting')
     AND NOT EXISTS (SELECT FROM identity.profiles AS other
                      WHERE other.workspace_id = oldest.workspace_id AND other.user_id = oldest.user_id AND other.id < oldest.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_queue_updates AFTER UPDATE ON identity.profiles
  REFERENCING NEW TABLE AS written OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_updated_profiles();

-- A recorded channel moves no payments to another account.
CREATE OR REPLACE FUNCTION identity.queue_attributions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, profile_id FROM changed;
  RETURN NULL;
END
$$;

-- Payments by user id are checked again only if the account has them.
CREATE OR REPLACE FUNCTION identity.look_at_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.payments AS p SET notice = 'look'
    FROM (SELECT workspace_id, profile_id FROM recorded OFFSET 0) AS r
   WHERE p.workspace_id = r.workspace_id AND p.profile_id = r.profile_id AND p.notice IN ('look', 'waiting');
  UPDATE identity.payments AS p SET notice = 'look'
    FROM (SELECT o.workspace_id, o.user_id
            FROM recorded AS r JOIN identity.profiles AS o ON o.workspace_id = r.workspace_id AND o.id = r.profile_id
           WHERE o.user_id IS NOT NULL
             AND NOT EXISTS (SELECT FROM identity.profiles AS older
                              WHERE older.workspace_id = o.workspace_id AND older.user_id = o.user_id AND older.id < o.id)
          OFFSET 0) AS r
   WHERE p.workspace_id = r.workspace_id AND p.user_id = r.user_id AND p.notice IN ('look', 'waiting');
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION identity.queue_accounts_of_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT DISTINCT workspace_id, profile_id FROM changed WHERE profile_id IS NOT NULL;
  INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
  SELECT DISTINCT workspace_id, user_id, true FROM changed WHERE user_id IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION identity.queue_accounts_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT DISTINCT NEW.workspace_id, id FROM unnest(ARRAY[OLD.profile_id, NEW.profile_id]) AS id WHERE id IS NOT NULL;
  INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
  SELECT DISTINCT NEW.workspace_id, user_id, true FROM unnest(ARRAY[OLD.user_id, NEW.user_id]) AS user_id WHERE user_id IS NOT NULL;
  RETURN NULL;
END
$$;
