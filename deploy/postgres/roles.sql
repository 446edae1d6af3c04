-- A role for each service, which reaches the schema of its own and no other, and one for the purge, which needs none.
-- Run it with psql as the role that migrates, before its first migration or after any; it may be run again.
-- That role owns the schemas and needs CREATEROLE for this file alone.
--   ALTER ROLE headwater_sites PASSWORD '…';   -- then, for each of the four
DO $$
DECLARE
  service text;
  service_role text;
BEGIN
  FOREACH service IN ARRAY ARRAY['gateway', 'sites', 'identity', 'purge'] LOOP
    service_role := 'headwater_' || service;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service_role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', service_role);
    END IF;
    CONTINUE WHEN service = 'purge'; -- asks sites and analytics for all that it does, and holds an advisory lock
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', service);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, service_role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', service, service_role);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', service, service_role);
    -- What later migrations make.
    EXECUTE format(
      'ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', service, service_role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE ON SEQUENCES TO %I', service, service_role);
  END LOOP;
END
$$;
