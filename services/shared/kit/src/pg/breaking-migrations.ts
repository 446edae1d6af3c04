import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeIdentifier, type ClientBase } from 'pg';
import { BreakingMigrationError, breakingReason, type BreakingMigration } from '../breaking-migration';

interface Schema {
  readonly schema: string;
  /** The program's own migration files. */
  readonly directory: string;
}

/** The names of a folder's migrations in order, without `.sql`. */
export function migrationNames(directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/** SQLSTATE of a missing table and of a missing schema. */
const MISSING = new Set(['42P01', '3F000']);

/** @throws BreakingMigrationError when the schema has an applied breaking migration that the program does not have. */
export async function refuseBreakingMigrations(
  db: Pick<ClientBase, 'query'>,
  { schema, directory }: Schema,
): Promise<void> {
  const name = escapeIdentifier(schema);
  try {
    const { rows } = await db.query<BreakingMigration>(
      `SELECT name, reason FROM ${name}.breaking_migrations JOIN ${name}.migrations USING (name)
       WHERE name <> ALL ($1) ORDER BY name`,
      [migrationNames(directory)],
    );
    if (rows.length > 0) throw new BreakingMigrationError(schema, rows);
  } catch (error) {
    // The table exists only after the first breaking migration.
    if (!MISSING.has((error as { code?: string }).code ?? '')) throw error;
  }
}

/**
 * Records the program's breaking migrations. Run it before they are applied: a record has an effect only after its
 * migration is applied, so a crash in between is harmless.
 */
export async function recordBreakingMigrations(
  db: Pick<ClientBase, 'query'>,
  { schema, directory }: Schema,
): Promise<void> {
  const breaking = migrationNames(directory).flatMap((name) => {
    const reason = breakingReason(readFileSync(join(directory, `${name}.sql`), 'utf8'));
    return reason === undefined ? [] : [{ name, reason }];
  });
  if (breaking.length === 0) return;
  const name = escapeIdentifier(schema);
  await db.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await db.query(
    `CREATE TABLE IF NOT EXISTS ${name}.breaking_migrations (name text PRIMARY KEY, reason text NOT NULL)`,
  );
  await db.query(
    `INSERT INTO ${name}.breaking_migrations SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    [breaking.map((each) => each.name), breaking.map((each) => each.reason)],
  );
}
