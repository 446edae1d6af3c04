-- A prepared statement is planned for the average workspace. Where most are small, reading all of one looks cheap to the planner,
-- and of the one large workspace it would be every row at each call. So it is told that there are few, large ones.
ALTER TABLE identity.profiles ALTER COLUMN workspace_id SET (n_distinct = 10);
ALTER TABLE identity.links ALTER COLUMN workspace_id SET (n_distinct = 10);
ALTER TABLE identity.attributions ALTER COLUMN workspace_id SET (n_distinct = 10);
ALTER TABLE identity.payments ALTER COLUMN workspace_id SET (n_distinct = 10);
ANALYZE identity.profiles, identity.links, identity.attributions, identity.payments;
