-- Creates one role per service, with access to the service's schema only, and a role for the purge, which needs no schema.
-- Run it with psql as the role that migrates, before or after any migration. You can repeat it.
-- That role owns the schemas. It needs CREATEROLE only for this file.
--   ALTER ROLE headwater_sites PASSWORD '…';   -- afterwards, for each of the four
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
    CONTINUE WHEN service = 'purge'; -- calls sites and analytics, and only takes an advisory lock here
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', service);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, service_role);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', service, service_role);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', service, service_role);
    -- For tables of later migrations.
    EXECUTE format(
      'ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', service, service_role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE ON SEQUENCES TO %I', service, service_role);
  END LOOP;
END
$$;
