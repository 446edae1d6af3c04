-- Identity numbers all accounts in the background, which writes their facts. Without locks: the scan takes seconds.
INSERT INTO identity.account_changes (workspace_id, profile_id)
SELECT workspace_id, id FROM identity.profiles AS p
 WHERE NOT EXISTS (SELECT FROM identity.account_changes AS c WHERE c.workspace_id = p.workspace_id AND c.profile_id = p.id)
 ORDER BY workspace_id, updated_at, id;
ANALYZE identity.account_changes;
