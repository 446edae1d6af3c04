import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { migrate } from '../pg/migrate';
import { engineUrls, withDatabase } from './engine-urls';

export interface TestDatabase {
  /** For a role that owns the database and is no superuser: row-level security applies to it. */
  readonly url: string;
  /** Of the same role, and it sees the rows of all workspaces. */
  readonly pool: Pool;
  /** Ends the pool and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates a Postgres database for one test file, with the given schemas migrated.
 *
 * @param admin the URL of the server's superuser
 */
export async function testDatabase(
  schemas: readonly { schema: string; directory: string }[] = [],
  admin = engineUrls().databaseUrl,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = await ensureOwner(admin);
  await execute(admin, `CREATE DATABASE ${name} OWNER ${OWNER}`);
  const url = withDatabase(owner, name);
  for (const { schema, directory } of schemas) await migrate({ databaseUrl: url, schema, directory });
  const pool = new Pool({ connectionString: url, max: 10, options: '-c headwater.workspace_id=all' });
  pool.on('error', () => undefined); // a test that cuts connections expects it
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await execute(admin, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const OWNER = 'headwater_test';

/** Creates the role once per server; tests run concurrently. @returns the role's URL of the server */
async function ensureOwner(admin: string): Promise<string> {
  const url = new URL(admin);
  url.username = OWNER;
  await execute(
    admin,
    `DO $$ BEGIN
       CREATE ROLE ${OWNER} LOGIN CREATEROLE PASSWORD '${decodeURIComponent(url.password)}';
       -- Tests choose the connection that detects a deadlock, and change append-only tables.
       GRANT SET ON PARAMETER deadlock_timeout, session_replication_role TO ${OWNER};
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
     END $$`,
  );
  return url.href;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
