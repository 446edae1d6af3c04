-- Up Migration

-- Responses of calls that gRPC may retry, stored in the transaction of the call: a retry after a lost reply gets the same answer.
-- Rows are deleted after 15 minutes, and with their site.
CREATE TABLE sites.operations (
  workspace_id bigint NOT NULL,
  -- The method's name and the caller's id of the logical call.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 200),
  -- The site that the response is about.
  site_id bigint,
  response jsonb,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX operations_by_age ON sites.operations (at);
CREATE INDEX operations_of_site ON sites.operations (site_id);
