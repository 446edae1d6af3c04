-- The token that took its place; it itself ends when the overlap of the two is over.
ALTER TABLE gateway.tokens ADD COLUMN replaced_by bigint REFERENCES gateway.tokens (id);
