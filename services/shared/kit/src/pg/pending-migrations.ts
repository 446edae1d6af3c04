import { readdirSync } from 'node:fs';
import { Client } from 'pg';
import type { MigrateOptions } from './migrate';

/** SQLSTATE of a table and of a schema that is not there: nothing was migrated yet. */
const NOT_THERE = new Set(['42P01', '3F000']);

/**
 * The migrations of a folder that a schema still lacks, in order. Reads only; unknown ones of a newer release are none
 * of its business.
 *
 * @throws when Postgres can't be asked.
 */
export async function pendingMigrations(options: MigrateOptions): Promise<string[]> {
  const { databaseUrl, schema, directory } = options;
  const wanted = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
  const client = new Client({
    connectionString: databaseUrl,
    application_name: `wait ${schema}`,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined); // a cut connection is told by the query
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${client.escapeIdentifier(schema)}.migrations`,
    );
    const applied = new Set(rows.map(({ name }) => name));
    return wanted.filter((name) => !applied.has(name));
  } catch (error) {
    if (NOT_THERE.has((error as { code?: string }).code ?? '')) return wanted;
    throw error;
  } finally {
    await client.end();
  }
}
