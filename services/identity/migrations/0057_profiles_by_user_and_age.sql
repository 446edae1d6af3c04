-- Finds the oldest account of a user id, which has the payments by it, without reading all accounts that share the id.
CREATE INDEX profiles_by_user_and_age ON identity.profiles (workspace_id, user_id, id) WHERE user_id IS NOT NULL;
