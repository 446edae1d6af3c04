-- Finds the webhook events of an erased account.
CREATE INDEX notices_by_user ON sites.notices (workspace_id, (data ->> 'userId')) WHERE data ->> 'userId' IS NOT NULL;
