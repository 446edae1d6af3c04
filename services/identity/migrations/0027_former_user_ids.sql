-- User ids that profiles had before their current one: stored webhook events and payments name them. An erasure removes them there.
CREATE TABLE identity.former_user_ids (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  user_id text NOT NULL,
  PRIMARY KEY (workspace_id, profile_id, user_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES identity.profiles (workspace_id, id) ON DELETE CASCADE
);
ALTER TABLE identity.former_user_ids ALTER COLUMN workspace_id SET (n_distinct = 10);

-- A trigger, so that each statement that writes profiles is covered, also those of the previous release.
CREATE FUNCTION identity.store_former_user_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.former_user_ids (workspace_id, profile_id, user_id)
  VALUES (OLD.workspace_id, OLD.id, OLD.user_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER profiles_former_user_id AFTER UPDATE OF user_id ON identity.profiles
  FOR EACH ROW WHEN (OLD.user_id IS NOT NULL AND OLD.user_id IS DISTINCT FROM NEW.user_id)
  EXECUTE FUNCTION identity.store_former_user_id();
