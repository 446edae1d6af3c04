-- Whether payments have a channel is checked again when a change of their account or user id is numbered: a trigger doesn't see the
-- accounts of concurrent transactions, and left such payments without an event. The
-- trigger attributions_tell_payments stays for one release: replicas of the previous release, which also run after a rollback, need it.
LOCK TABLE identity.profiles IN SHARE ROW EXCLUSIVE MODE;
CREATE OR REPLACE FUNCTION identity.queue_updated_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.account_changes (workspace_id, profile_id)
  SELECT n.workspace_id, n.id
    FROM written AS n JOIN before AS o ON o.workspace_id = n.workspace_id AND o.id = n.id
   WHERE (o.user_id, o.plan, o.company, o.mrr) IS DISTINCT FROM (n.user_id, n.plan, n.company, n.mrr);
  INSERT INTO identity.user_id_changes (workspace_id, user_id, payments_changed)
  SELECT DISTINCT n.workspace_id, u.user_id, false
    FROM written AS n JOIN before AS o ON o.workspace_id = n.workspace_id AND o.id = n.id
   CROSS JOIN LATERAL (VALUES (o.user_id), (n.user_id)) AS u (user_id)
   WHERE o.user_id IS DISTINCT FROM n.user_id AND u.user_id IS NOT NULL;
  RETURN NULL;
END
$$;
