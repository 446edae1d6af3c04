-- Apart from the column, whose lock would keep readers out while the table is read.
CREATE INDEX payments_by_customer ON identity.payments (workspace_id, customer_id) WHERE customer_id IS NOT NULL;
