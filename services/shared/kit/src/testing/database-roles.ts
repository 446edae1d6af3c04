import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, type QueryResult } from 'pg';
import { engineUrls } from './engine-urls';
import type { TestDatabase } from './test-database';

export interface DatabaseRoles {
  /** The URL of the test's database for a role. */
  urlOf(role: string): string;
  /** Runs one statement as a role. */
  query<R extends object>(role: string, text: string, values?: unknown[]): Promise<QueryResult<R>>;
  /** Drops the roles. Call it after the database was dropped, because the roles have privileges in it. */
  drop(): Promise<void>;
}

/**
 * Runs a SQL file that creates the roles `<prefix><name>`. Roles are server-wide, so the prefix is replaced by a unique one for each
 * test.
 *
 * @param file SQL that uses the prefix in all role names
 */
export async function databaseRoles(
  database: TestDatabase,
  { file, prefix, names }: { file: string; prefix: string; names: readonly string[] },
): Promise<DatabaseRoles> {
  const own = `test_${randomBytes(8).toString('hex')}_`;
  const password = randomBytes(16).toString('hex');
  // As the role that migrates: default privileges apply to the tables that it creates.
  await once(database.url, readFileSync(file, 'utf8').replaceAll(prefix, own));
  for (const name of names) await once(database.url, `ALTER ROLE ${own}${name} PASSWORD '${password}'`);
  const urlOf = (role: string): string => {
    const url = new URL(database.url);
    url.username = own + role;
    url.password = password;
    return url.toString();
  };
  return {
    urlOf,
    query: (role, text, values) => once(urlOf(role), text, values),
    drop: async () => {
      await once(engineUrls().databaseUrl, `DROP ROLE ${names.map((name) => own + name).join(', ')}`);
    },
  };
}

async function once<R extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<R>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<R>(text, values);
  } finally {
    await client.end();
  }
}
