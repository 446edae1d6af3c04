-- Payments by a user id belong to the oldest account that has this id. Therefore a change queues at most two accounts per user id:
-- the one that has the payments from now on, and the one that had them. Before, it queued all accounts that share the id.
LOCK TABLE identity.profiles IN ACCESS EXCLUSIVE MODE;
DROP INDEX identity.profiles_by_user;

DROP TRIGGER profiles_queue_updates ON identity.profiles;
DROP FUNCTION identity.queue_profile();
DROP TRIGGER profiles_tell_payments ON identity.profiles;
DROP FUNCTION identity.look_at_payments_of_user_ids();

-- Changed accounts are queued themselves. Of the others, only the oldest one with the same user id can get or lose payments.
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
  owners AS (
    SELECT oldest.workspace_id, oldest.user_id, other.id AS other_id
      FROM (SELECT workspace_id, user_id, min(id) AS id FROM moved GROUP BY workspace_id, user_id) AS oldest
      LEFT JOIN LATERAL (
        SELECT p.id FROM identity.profiles AS p
         WHERE p.workspace_id = oldest.workspace_id AND p.user_id = oldest.user_id AND p.id NOT IN (SELECT id FROM moved)
         ORDER BY p.id LIMIT 1) AS other ON true
     WHERE other.id IS NULL OR other.id > oldest.id),
  queued AS (
    INSERT INTO identity.account_changes (workspace_id, profile_id)
    SELECT DISTINCT workspace_id, other_id FROM owners WHERE other_id IS NOT NULL)
  -- The payments may have a channel now: this includes those that are being checked, as in the migration 0013.
  UPDATE identity.payments AS p SET notice = 'look'
    FROM owners
   WHERE p.workspace_id = owners.workspace_id AND p.user_id = owners.user_id AND p.notice IN ('look', 'waiting');
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_queue_updates AFTER UPDATE ON identity.profiles
  REFERENCING NEW TABLE AS written OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_updated_profiles();

DROP TRIGGER profiles_queue_deletes ON identity.profiles;
CREATE FUNCTION identity.queue_deleted_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT workspace_id, id FROM changed
   UNION
  SELECT oldest.workspace_id, other.id
    FROM (SELECT workspace_id, user_id, min(id) AS id FROM changed WHERE user_id IS NOT NULL
           GROUP BY workspace_id, user_id) AS oldest
   CROSS JOIN LATERAL (
     SELECT p.id FROM identity.profiles AS p
      WHERE p.workspace_id = oldest.workspace_id AND p.user_id = oldest.user_id ORDER BY p.id LIMIT 1) AS other
   WHERE other.id > oldest.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_queue_deletes AFTER DELETE ON identity.profiles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.queue_deleted_profiles();

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
  SELECT workspace_id, profile_id FROM changed WHERE profile_id IS NOT NULL
   UNION
  SELECT c.workspace_id, owner.id
    FROM (SELECT DISTINCT workspace_id, user_id FROM changed WHERE user_id IS NOT NULL OFFSET 0) AS c
   CROSS JOIN LATERAL (
     SELECT p.id FROM identity.profiles AS p
      WHERE p.workspace_id = c.workspace_id AND p.user_id = c.user_id ORDER BY p.id LIMIT 1) AS owner;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION identity.queue_accounts_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT NEW.workspace_id, id FROM unnest(ARRAY[OLD.profile_id, NEW.profile_id]) AS id WHERE id IS NOT NULL
   UNION
  SELECT NEW.workspace_id, owner.id
    FROM unnest(ARRAY[OLD.user_id, NEW.user_id]) AS u (user_id)
   CROSS JOIN LATERAL (
     SELECT p.id FROM identity.profiles AS p
      WHERE p.workspace_id = NEW.workspace_id AND p.user_id = u.user_id ORDER BY p.id LIMIT 1) AS owner;
  RETURN NULL;
END
$$;

-- The payments of these accounts may belong to another one than before.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT p.workspace_id, p.id FROM identity.profiles AS p
 WHERE p.user_id IS NOT NULL
   AND EXISTS (SELECT FROM identity.profiles AS other
                WHERE other.workspace_id = p.workspace_id AND other.user_id = p.user_id AND other.id <> p.id);
