-- Credit of other models than `first_touch` reads these indexes alone, by channel: the account joins the payment to its touches. The included
-- columns have bounded lengths, as an index needs. Revenue by the recorded attribution reads the first one, too.
CREATE INDEX payment_facts_by_time_and_account ON identity.payment_facts (workspace_id, occurred_at)
  INCLUDE (minor, previous_at, pending_at, site_id, is_refund, currency, channel, country, profile_id, first_seen_at, payment_id);
CREATE INDEX payment_facts_without_account ON identity.payment_facts (workspace_id, occurred_at) WHERE profile_id IS NULL;
-- Last, because reads wait from here on.
DROP INDEX identity.payment_facts_by_time;
