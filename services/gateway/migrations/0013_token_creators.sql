-- The token whose revocation also revokes this one: its creator. Null: created by the admin command or at start.
ALTER TABLE gateway.tokens ADD COLUMN created_by bigint REFERENCES gateway.tokens (id);

CREATE INDEX tokens_by_creator ON gateway.tokens (created_by) WHERE created_by IS NOT NULL;
