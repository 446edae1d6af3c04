-- Facts that earlier deletions and erasures left. Before the locks, because it takes seconds.
DELETE FROM identity.payment_facts AS f
 WHERE NOT EXISTS (SELECT FROM identity.payments AS p
                    WHERE p.workspace_id = f.workspace_id AND p.payment_id = f.payment_id
                      AND num_nonnulls(p.profile_id, p.user_id) > 0);

-- The facts of a deleted payment are deleted in its transaction. Numbering finds them by their payer, which may change before.
LOCK TABLE identity.attributions, identity.payments IN SHARE ROW EXCLUSIVE MODE;
CREATE FUNCTION identity.delete_payment_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM identity.payment_facts AS f USING gone
   WHERE f.workspace_id = gone.workspace_id AND f.payment_id = gone.payment_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_delete_facts AFTER DELETE ON identity.payments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION identity.delete_payment_facts();

-- For one release, as before 0064: numbering checks payments again, but replicas of the previous release, which also run after a rollback,
-- don't. The trigger only marks payments to be checked. The next release drops it.
CREATE FUNCTION identity.look_at_payments() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER attributions_tell_payments AFTER INSERT ON identity.attributions
  REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION identity.look_at_payments();
