-- Cohorts read `payment_facts`. The payments of one account had no bound in these arrays.
ALTER TABLE identity.account_facts DROP COLUMN paid_at, DROP COLUMN paid_minor, DROP COLUMN paid_subscription;
