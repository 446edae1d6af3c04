import { createHash, randomBytes } from 'node:crypto';
import { Client, Pool, type QueryResult } from 'pg';
import { migrate } from '../pg/migrate';
import { engineUrls, withDatabase } from './engine-urls';
import { sharedTemplate } from './shared-template';

export interface TestDatabase {
  /** For a role that owns the database and is no superuser: row-level security applies to it. */
  readonly url: string;
  /** Of the same role, and it sees the rows of all workspaces. */
  readonly pool: Pool;
  /** Ends the pool and drops the database. */
  drop(): Promise<void>;
}

interface Schema {
  readonly schema: string;
  readonly directory: string;
}

/**
 * Creates a Postgres database for one test file, with the given schemas migrated.
 *
 * @param admin the URL of the server's superuser
 */
export async function testDatabase(
  schemas: readonly Schema[] = [],
  admin = engineUrls().databaseUrl,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const owner = await ensureOwner(admin);
  const template = await ensureTemplate(admin, owner, schemas);
  await execute(admin, `CREATE DATABASE ${name} OWNER ${OWNER} TEMPLATE ${template}`);
  const url = withDatabase(owner, name);
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

/**
 * Migrates a database once in a test run: a copy of it takes a tenth of the time.
 *
 * @returns the name of the database to copy
 */
async function ensureTemplate(admin: string, owner: string, schemas: readonly Schema[]): Promise<string> {
  if (schemas.length === 0) return 'template1';
  const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16);
  return sharedTemplate(
    hash,
    async (name) => {
      const { rowCount } = await execute(admin, `SELECT FROM pg_database WHERE datname = '${name}'`);
      return rowCount === 1;
    },
    async (name) => {
      const unfinished = `${name}_unfinished`;
      await execute(admin, `DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await execute(admin, `CREATE DATABASE ${unfinished} OWNER ${OWNER}`);
      for (const { schema, directory } of schemas)
        await migrate({ databaseUrl: withDatabase(owner, unfinished), schema, directory });
      await execute(admin, `ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    },
  );
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

async function execute(url: string, sql: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
