-- Visitors to link to the account of a customer of the payment provider, until the account is known.
ALTER TABLE identity.billing_customers ADD COLUMN anonymous_ids text[] NOT NULL DEFAULT '{}';
