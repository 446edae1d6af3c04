-- Of the certificate: the deleted rows of tables without a number of their own, by table, and the running exports that were closed.
-- Null: an earlier version erased.
ALTER TABLE identity.erasures ADD COLUMN rows jsonb, ADD COLUMN closed_exports integer;
