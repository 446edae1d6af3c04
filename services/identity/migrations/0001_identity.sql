-- Who an account is, without its address: email_digest = HMAC-SHA-256(key, workspace id, NUL, normalised address).
CREATE TABLE identity.profiles (
  workspace_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  email_digest bytea NOT NULL CHECK (octet_length(email_digest) = 32),
  -- Which of HMAC_KEYS made the digest. A key may only be retired when no row names it.
  key_id text NOT NULL,
  user_id text,
  plan text,
  company text,
  -- Monthly recurring revenue in major units.
  mrr numeric CHECK (mrr >= 0),
  -- Every other trait, as the customer sent it.
  traits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(traits) = 'object'),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, email_digest)
);

-- The channel that brought the account, with its evidence. Written once; deleted only together with the profile.
CREATE TABLE identity.attributions (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel <> ''),
  source text NOT NULL,
  utm_campaign text NOT NULL,
  -- Host and path, without query.
  landing text NOT NULL,
  referrer text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- Version of the channel rules that decided.
  rules_version integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, profile_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES identity.profiles (workspace_id, id) ON DELETE CASCADE
);

-- "Once, for ever" holds against mistakes in our own statements too.
CREATE FUNCTION identity.refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a recorded attribution never changes';
END
$$;

CREATE TRIGGER attributions_never_change BEFORE UPDATE ON identity.attributions
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_update();

-- Which visitors turned out to be which accounts; many to many.
CREATE TABLE identity.links (
  workspace_id bigint NOT NULL,
  profile_id bigint NOT NULL,
  -- The visitor's id as the tracker made it.
  anonymous_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When a session of the visitor was first seen at an identify; null while the link is pending.
  linked_at timestamptz,
  PRIMARY KEY (workspace_id, profile_id, anonymous_id),
  FOREIGN KEY (workspace_id, profile_id) REFERENCES identity.profiles (workspace_id, id) ON DELETE CASCADE
);

-- Pending links are few and are looked for by the visitor whose events have arrived.
CREATE INDEX links_pending ON identity.links (workspace_id, anonymous_id) WHERE linked_at IS NULL;
