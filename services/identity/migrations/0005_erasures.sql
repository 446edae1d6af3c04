-- What was erased, as proof that it was: counts and a time, nothing of the account.
CREATE TABLE identity.erasures (
  workspace_id bigint NOT NULL,
  id uuid NOT NULL,
  erased_at timestamptz NOT NULL,
  profiles integer NOT NULL,
  links integer NOT NULL,
  payments integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE INDEX profiles_by_company ON identity.profiles (workspace_id, company) WHERE company IS NOT NULL;
