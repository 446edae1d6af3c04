import type { ClientBase } from 'pg';
import type { Logger } from '../log';
import { withLockTimeout } from './lock-timeout';

/** The condition that a row belongs to a visible workspace, for tables without a column `workspace_id`. */
const OTHER_TABLES: Readonly<Record<string, string>> = {
  'gateway.workspaces': isVisible('gateway', 'id'),
  'gateway.audit_outcomes': hasVisibleParent('gateway.audit_entries', 'audit_outcomes.entry_id'),
  'sites.goal_counts': hasVisibleParent('sites.goals', 'goal_counts.goal_id'),
  'sites.event_claims': hasVisibleParent('sites.sites', 'event_claims.site_id'),
};

/** A statement that inserts a row together with its parent does not see the parent yet. */
const INSERTED_WITH_PARENT: ReadonlySet<string> = new Set(['gateway.audit_outcomes']);

/** Tables that contain no data of a workspace. */
export const SHARED_TABLES: ReadonlySet<string> = new Set([
  ...['gateway', 'sites', 'identity'].flatMap((schema) => [
    `${schema}.migrations`,
    `${schema}.breaking_migrations`,
  ]),
  // Numbers per token id, without foreign keys, for a few minutes.
  'gateway.spent_budgets',
  // HMAC keys and the cursor of the link repair, for all workspaces.
  'identity.retired_keys',
  'identity.key_checks',
  'identity.arrivals_read',
  // Public keys that sign certificates.
  'gateway.signing_keys',
]);

/** The time after an upgrade in which services of the release before row-level security keep working. */
const GRACE = '24 hours';

/**
 * Prepares a schema without data: its statements must name their workspace from the first one on. Call it before the migrations. After
 * a crash between migrations and policies, the schema is no longer recognisable as new.
 *
 * @returns whether the schema is new.
 */
export async function prepareNewSchema(client: Pick<ClientBase, 'query'>, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_tables WHERE schemaname = $1 AND tablename NOT IN ('migrations', 'breaking_migrations') LIMIT 1`,
    [schema],
  );
  if (rows.length > 0) return false;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await createVisibleWorkspace(client, schema, "'-infinity'");
  return true;
}

/**
 * Hides the rows of other workspaces from every statement on the schema's tables (row-level security): the second check behind each
 * `WHERE workspace_id`. Tables with a column `workspace_id` are covered automatically. The policies read
 * `headwater.workspace_id`, which `tenancy.ts` sets for each statement. It also applies to the owner of the tables, but not to
 * superusers.
 *
 * Each table has its own transaction, so that services never wait for the lock of more than one.
 */
export async function enableRowSecurity(
  client: Pick<ClientBase, 'query'>,
  schema: string,
  log: Logger | undefined,
): Promise<void> {
  await createVisibleWorkspace(client, schema, `now() + interval '${GRACE}'`);
  const { rows } = await client.query<{ name: string; has_workspace: boolean }>(
    `SELECT format('%s.%s', nspname, relname) AS name,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'workspace_id') AS has_workspace
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE nspname = $1 AND relkind IN ('r', 'p') AND NOT relforcerowsecurity ORDER BY 1`,
    [schema],
  );
  for (const { name, has_workspace: hasWorkspace } of rows) {
    const condition = hasWorkspace ? isVisible(schema, 'workspace_id') : OTHER_TABLES[name];
    if (condition === undefined) continue;
    const check = INSERTED_WITH_PARENT.has(name) ? 'WITH CHECK (true)' : '';
    await withLockTimeout(client, { name: `row-level security of ${name}`, log }, async () => {
      await client.query(`CREATE POLICY workspace ON ${name} USING (${condition}) ${check}`);
      await client.query(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
    });
  }
}

/**
 * Creates the function that returns the workspace of the transaction; null for all workspaces. It throws if none is set: an empty
 * result would look like a workspace without data. `workspace_required_from()` returns the time from which it throws. It is a function
 * because the owner of the schema can replace it: only superusers may store `headwater.workspace_id` for a role.
 *
 * @param requiredFrom SQL
 */
async function createVisibleWorkspace(
  client: Pick<ClientBase, 'query'>,
  schema: string,
  requiredFrom: string,
): Promise<void> {
  const name = `${schema}.visible_workspace`;
  const { rows } = await client.query<{ exists: boolean; from: string }>(
    `SELECT to_regproc($1) IS NOT NULL AS exists, (${requiredFrom})::timestamptz::text AS from`,
    [name],
  );
  const [row] = rows;
  if (!row || row.exists) return;
  // One statement, so that both exist or neither.
  await client.query(`CREATE OR REPLACE FUNCTION ${schema}.workspace_required_from() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT timestamptz '${row.from}' $$;
CREATE FUNCTION ${name}() RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  setting text := current_setting('headwater.workspace_id', true);
BEGIN
  IF setting = 'all' THEN RETURN NULL; END IF;
  IF setting <> '' THEN RETURN setting::bigint; END IF;
  -- Services of the release before row-level security set no workspace.
  IF now() < ${schema}.workspace_required_from() THEN RETURN NULL; END IF;
  RAISE insufficient_privilege USING
    MESSAGE = 'headwater.workspace_id is not set, so rows of workspaces are hidden',
    HINT = 'Upgrade the service. In psql, run SET headwater.workspace_id = ''all''.';
END
$$`);
}

/**
 * The subquery runs once per statement. `IS NOT NULL` keeps the planner's estimates: it expects such a condition to hold for
 * nearly all rows, as it does next to `WHERE workspace_id = …`.
 */
function isVisible(schema: string, column: string): string {
  return `nullif(${column} = coalesce((SELECT ${schema}.visible_workspace()), ${column}), false) IS NOT NULL`;
}

/** The policy of the parent table applies to the subquery. */
function hasVisibleParent(parent: string, reference: string): string {
  const [schema = ''] = parent.split('.');
  return `(SELECT ${schema}.visible_workspace()) IS NULL OR EXISTS (SELECT FROM ${parent} AS parent WHERE parent.id = ${reference})`;
}
