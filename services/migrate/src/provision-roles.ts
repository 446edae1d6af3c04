import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { withAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import { withLockTimeout } from '@headwater/kit/pg/lock-timeout';
import { SCHEMA_OWNERS } from './migrate-postgres';

/** The services with a Postgres role, `headwater_<service>`. */
const ROLES = [...SCHEMA_OWNERS, 'purge'] as const;

export type RolePasswords = Readonly<Record<(typeof ROLES)[number], string>>;

/** Begins a password. Passwords may contain commas. */
const ROLE_PREFIX = new RegExp(`(?:^|,)(${ROLES.join('|')}):`);

/**
 * Parses `gateway:…,sites:…,identity:…,purge:…`.
 *
 * @returns undefined unless it contains one password for each service
 */
export function parseRolePasswords(text: string): RolePasswords | undefined {
  const [before, ...parts] = text.split(ROLE_PREFIX);
  const given: Record<string, string> = {};
  for (let i = 0; i < parts.length; i += 2) given[parts[i] ?? ''] = parts[i + 1] ?? '';
  const isComplete = ROLES.every((role) => (given[role] ?? '') !== '');
  return before === '' && isComplete && parts.length === 2 * ROLES.length
    ? (given as RolePasswords)
    : undefined;
}

/** A connection of `withAdvisoryLock`. */
type Client = Parameters<Parameters<typeof withAdvisoryLock>[1]>[0];

interface Provisioning {
  /** A superuser. */
  readonly adminUrl: string;
  /** The URL that migrates. Its role is created, too. */
  readonly databaseUrl: string;
  readonly rolePasswords: RolePasswords;
}

/**
 * Creates the role that owns the schemas and the role of each service, and sets their passwords. Existing schemas change their owner:
 * earlier releases of `npm start`, compose and the chart's bundled Postgres created them as the superuser.
 */
export async function provisionRoles(
  { adminUrl, databaseUrl, rolePasswords }: Provisioning,
  log: Logger,
): Promise<void> {
  const { username, password } = new URL(databaseUrl);
  const owner = decodeURIComponent(username);
  await withAdvisoryLock({ databaseUrl: adminUrl, name: 'provision roles', log }, async (client) => {
    await withLockTimeout(client, { name: 'provision roles', log }, async () => {
      await createRole(client, owner, decodeURIComponent(password));
      for (const role of ROLES) await createRole(client, `headwater_${role}`, rolePasswords[role]);
      await transferSchemas(client, owner);
      // The file's default privileges apply to tables that the current role creates.
      await client.query(`SET LOCAL ROLE ${client.escapeIdentifier(owner)}`);
      await client.query(readFileSync(join(packageRoot('@headwater/migrate'), 'roles.sql'), 'utf8'));
    });
  });
}

async function createRole(client: Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${name}`);
  await client.query(
    `ALTER ROLE ${name} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD ${client.escapeLiteral(password)}`,
  );
}

/** Lets the role create schemas, and makes it the owner of existing ones with their objects. */
async function transferSchemas(client: Client, owner: string): Promise<void> {
  const role = client.escapeIdentifier(owner);
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('GRANT CREATE ON DATABASE %I TO ${role}', current_database()) AS statement
     UNION ALL
     SELECT format('ALTER SCHEMA %I OWNER TO ${role}', nspname) FROM pg_namespace WHERE nspname = ANY ($1)
     UNION ALL
     -- Sequences of columns and indexes follow their table.
     SELECT format('ALTER TABLE %s OWNER TO ${role}', c.oid::regclass)
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE nspname = ANY ($1) AND pg_get_userbyid(relowner) <> $2 AND (relkind IN ('r', 'p', 'v', 'm')
       OR relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype IN ('a', 'i')))
     UNION ALL
     SELECT format('ALTER ROUTINE %s OWNER TO ${role}', p.oid::regprocedure)
     FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
     WHERE nspname = ANY ($1) AND pg_get_userbyid(proowner) <> $2`,
    [SCHEMA_OWNERS, owner],
  );
  for (const { statement } of rows) await client.query(statement);
}
