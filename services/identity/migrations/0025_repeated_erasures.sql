-- When an erasure with visitors is repeated in analytics: events that were being stored during it may have been stored after it. Null:
-- not complete yet, without visitors, or repeated.
ALTER TABLE identity.erasures ADD COLUMN repeat_at timestamptz;
CREATE INDEX erasures_to_repeat ON identity.erasures (repeat_at) WHERE repeat_at IS NOT NULL;
