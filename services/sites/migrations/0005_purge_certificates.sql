-- Up Migration

-- How many rows hang on a site, by table: asked of Postgres itself, so that a new table can not be forgotten.
CREATE FUNCTION sites.rows_of_site(site bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  referring record;
  found bigint;
  counted jsonb := '{}';
BEGIN
  FOR referring IN
    SELECT conrelid::regclass AS name, attname
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'sites.sites'::regclass
  LOOP
    EXECUTE format('SELECT count(*) FROM %s WHERE %I = $1', referring.name, referring.attname)
      INTO found USING site;
    IF found > 0 THEN
      counted := counted || jsonb_build_object(replace(referring.name::text, 'sites.', ''), found);
    END IF;
  END LOOP;
  RETURN counted || jsonb_build_object('sites', 1);
END
$$;

CREATE INDEX purges_workspace ON sites.purges (workspace_id, began_at, site_id);
