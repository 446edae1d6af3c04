-- Keys under which no profile may be hashed any more. Whoever still has one as its current key, such as a replica that missed
-- a roll-out, is refused at its first write: nobody could find the profile again once the key is gone.
CREATE TABLE identity.retired_keys (
  key_id text PRIMARY KEY,
  retired_at timestamptz(3) NOT NULL
);

CREATE FUNCTION identity.refuse_retired_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM identity.retired_keys AS r WHERE r.key_id IN (SELECT key_id FROM written)) THEN
    RAISE EXCEPTION 'profiles can not be hashed under a retired key';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER no_retired_key_inserted AFTER INSERT ON identity.profiles
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_retired_keys();
CREATE TRIGGER no_retired_key_updated AFTER UPDATE ON identity.profiles
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_retired_keys();
