-- What a fixed text gives under each key: tells another secret under a known id, such as after a restore, before it hashes
-- addresses that nobody would find again. Of a key of 32 random bytes it tells nothing.
CREATE TABLE identity.key_checks (
  key_id text PRIMARY KEY,
  digest bytea NOT NULL
);
