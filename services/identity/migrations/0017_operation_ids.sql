-- Keyed digest of the operation id of the call that recorded the payment: a repeat of that call returns its response. Cleared
-- by an erasure.
ALTER TABLE identity.payments ADD COLUMN operation_id text;
