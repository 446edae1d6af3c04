-- A payment by the payment provider's id of its customer, until it is known whose account that is: then by `profile_id`.
ALTER TABLE identity.payments ADD COLUMN customer_id text;

-- What is there was held to the same without a customer and need not be read again.
ALTER TABLE identity.payments
  DROP CONSTRAINT payments_check,
  ADD CONSTRAINT payments_check CHECK (num_nonnulls(profile_id, user_id, detached_at, customer_id) = 1) NOT VALID;
