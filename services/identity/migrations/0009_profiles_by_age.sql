-- New MRR is asked of the profiles that were made in a window.
CREATE INDEX profiles_by_age ON identity.profiles (workspace_id, created_at);
