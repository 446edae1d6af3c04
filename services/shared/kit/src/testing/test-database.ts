import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { migrate } from '../pg/migrate';
import { engineUrls, withDatabase } from './engine-urls';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Ends the pool and drops the database. */
  drop(): Promise<void>;
}

/** Creates a Postgres database for one test file, with the given schemas migrated. */
export async function testDatabase(
  schemas: readonly { schema: string; directory: string }[] = [],
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = engineUrls().databaseUrl;
  await execute(admin, `CREATE DATABASE ${name}`);
  const url = withDatabase(admin, name);
  for (const { schema, directory } of schemas) await migrate({ databaseUrl: url, schema, directory });
  const pool = new Pool({ connectionString: url, max: 10 });
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

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
