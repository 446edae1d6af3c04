-- In a migration of its own: building it takes seconds, during which only calls that write facts wait. Campaigns have at most 255 characters.
CREATE INDEX account_facts_by_campaign ON identity.account_facts (workspace_id, campaign, profile_id) WHERE is_first AND campaign <> '';
