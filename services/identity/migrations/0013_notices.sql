-- What is told outside, as notices: each link once it has settled, each payment once its channel is known. The rows are their own
-- outbox: they say in the transaction of the change that
-- they are to be told, and that they were once the sites service has the notice. What was there before is not told.
ALTER TABLE identity.links ADD COLUMN told boolean NOT NULL DEFAULT true;
ALTER TABLE identity.links ALTER COLUMN told SET DEFAULT false;
CREATE INDEX links_to_tell ON identity.links (linked_at) WHERE linked_at IS NOT NULL AND NOT told;

-- `look`: whether its channel is known is to be looked at; `waiting`: it was not; `due`: it is, and is to be told; `told`.
ALTER TABLE identity.payments ADD COLUMN notice text NOT NULL DEFAULT 'told'
  CHECK (notice IN ('look', 'waiting', 'due', 'told'));
ALTER TABLE identity.payments ALTER COLUMN notice SET DEFAULT 'look';
CREATE INDEX payments_to_tell ON identity.payments (notice, workspace_id, payment_id) WHERE notice IN ('look', 'due');

-- What an account paid is looked at again when its channel is recorded, or when it gets the user id that payments name. Those that
-- are looked at just now are marked too: whoever looks has locked them and has not seen this change.
CREATE FUNCTION identity.look_at_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.payments AS p SET notice = 'look'
    FROM (SELECT workspace_id, profile_id FROM recorded OFFSET 0) AS r
   WHERE p.workspace_id = r.workspace_id AND p.profile_id = r.profile_id AND p.notice IN ('look', 'waiting');
  UPDATE identity.payments AS p SET notice = 'look'
    FROM (SELECT o.workspace_id, o.user_id
            FROM recorded AS r JOIN identity.profiles AS o ON o.workspace_id = r.workspace_id AND o.id = r.profile_id
           WHERE o.user_id IS NOT NULL OFFSET 0) AS r
   WHERE p.workspace_id = r.workspace_id AND p.user_id = r.user_id AND p.notice IN ('look', 'waiting');
  RETURN NULL;
END
$$;
CREATE TRIGGER attributions_tell_payments AFTER INSERT ON identity.attributions
  REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION identity.look_at_payments();

CREATE FUNCTION identity.look_at_payments_of_user_ids() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity.payments AS p SET notice = 'look'
    FROM (SELECT n.workspace_id, n.user_id
            FROM written AS n JOIN before AS o ON o.workspace_id = n.workspace_id AND o.id = n.id
           WHERE n.user_id IS NOT NULL AND n.user_id IS DISTINCT FROM o.user_id OFFSET 0) AS r
   WHERE p.workspace_id = r.workspace_id AND p.user_id = r.user_id AND p.notice IN ('look', 'waiting');
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_tell_payments AFTER UPDATE ON identity.profiles
  REFERENCING NEW TABLE AS written OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION identity.look_at_payments_of_user_ids();
