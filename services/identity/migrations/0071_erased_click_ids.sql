-- Of the certificate, counted in analytics like `events`. Null: not counted.
ALTER TABLE identity.erasures ADD COLUMN click_ids bigint;
