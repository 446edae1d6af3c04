-- In a migration of its own: building the indexes takes seconds, during which only calls that write payments' facts wait.
-- The touches of payments before the previous migration are searched in the background. Reports search those that are missing.
CREATE INDEX payment_facts_without_touches ON identity.payment_facts (workspace_id, profile_id) WHERE last_at IS NULL AND profile_id IS NOT NULL;
-- Reports by `last_touch` and `last_non_direct` read this index alone, by channel. The included columns have bounded lengths, as an index needs.
CREATE INDEX payment_facts_by_time_and_touch ON identity.payment_facts (workspace_id, occurred_at)
  INCLUDE (minor, previous_at, pending_at, site_id, is_refund, currency, channel, country, profile_id, first_seen_at, payment_id, last_at,
           last_channel, non_direct_at, non_direct_channel);
-- Last, because reads wait from here on.
DROP INDEX identity.payment_facts_by_time_and_account;
