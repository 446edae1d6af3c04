-- In a migration of their own: building them takes seconds, during which only calls that write payments wait.
LOCK TABLE identity.payments IN SHARE MODE;
CREATE INDEX payments_without_owner ON identity.payments (workspace_id, occurred_at) WHERE profile_id IS NULL AND user_id IS NULL;
CREATE INDEX payments_to_check_by_account ON identity.payments (workspace_id, profile_id)
 WHERE notice IN ('look', 'waiting') AND profile_id IS NOT NULL;
CREATE INDEX payments_to_check_by_user ON identity.payments (workspace_id, user_id)
 WHERE notice IN ('look', 'waiting') AND user_id IS NOT NULL;
