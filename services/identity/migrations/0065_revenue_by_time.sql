-- Revenue in total and by channel, site and country reads this index alone: accounts, not time, order the rows of the table. The included
-- columns have bounded lengths, as an index needs.
DROP INDEX identity.payment_facts_by_time;
CREATE INDEX payment_facts_by_time ON identity.payment_facts (workspace_id, occurred_at)
  INCLUDE (minor, previous_at, pending_at, site_id, is_refund, currency, channel, country);
-- An index alone suffices only for pages that were vacuumed since their last change.
ALTER TABLE identity.payment_facts SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
