-- Ids under which a payment provider reports one payment: its invoice, checkout session, payment intent and charge. Ids with
-- the same group are one payment, which counts once. A void id never counts, such as a dispute that was won.
CREATE TABLE identity.payment_aliases (
  workspace_id bigint NOT NULL,
  alias_id text NOT NULL CHECK (alias_id <> ''),
  group_id text NOT NULL,
  is_void boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, alias_id)
);
CREATE INDEX payment_aliases_by_group ON identity.payment_aliases (workspace_id, group_id);
ALTER TABLE identity.payment_aliases ALTER COLUMN workspace_id SET (n_distinct = 10);
