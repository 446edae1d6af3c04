import { Client } from 'pg';
import { migrationNames, refuseBreakingMigrations } from './breaking-migrations';
import type { MigrateOptions } from './migrate';

/** SQLSTATE of a missing table and of a missing schema: nothing was migrated yet. */
const MISSING = new Set(['42P01', '3F000']);

/**
 * The migrations of a folder that a schema lacks, in order. Reads only. Accepts migrations of a later release, unless they are
 * breaking.
 *
 * @throws BreakingMigrationError when the schema is too new for this program, or an error when Postgres is unreachable.
 */
export async function pendingMigrations(options: MigrateOptions): Promise<string[]> {
  const { databaseUrl, schema, directory } = options;
  const wanted = migrationNames(directory);
  const client = new Client({
    connectionString: databaseUrl,
    application_name: `wait ${schema}`,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined); // the query reports a lost connection
  await client.connect();
  try {
    await refuseBreakingMigrations(client, options);
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${client.escapeIdentifier(schema)}.migrations`,
    );
    const applied = new Set(rows.map(({ name }) => name));
    return wanted.filter((name) => !applied.has(name));
  } catch (error) {
    if (MISSING.has((error as { code?: string }).code ?? '')) return wanted;
    throw error;
  } finally {
    await client.end();
  }
}
