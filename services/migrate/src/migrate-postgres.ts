import { join } from 'node:path';
import type { Logger } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate, MigrationError } from '@headwater/kit/pg/migrate';

/** The services that own a Postgres schema. The schema has the service's name. */
export const SCHEMA_OWNERS = ['gateway', 'sites', 'identity'] as const;

export type SchemaOwner = (typeof SCHEMA_OWNERS)[number];

/** The folder of a service's migrations. */
export function migrationsOf(schema: SchemaOwner): string {
  return join(packageRoot(`@headwater/${schema}`), 'migrations');
}

const HINT =
  'Running services continue. Fix the cause and run migrate again: it continues with the failed migration.';

/** Brings every schema up to date. @returns the applied migrations, as `schema/name`. */
export async function migratePostgres(databaseUrl: string, log: Logger): Promise<string[]> {
  const applied: string[] = [];
  const add = (schema: SchemaOwner, names: readonly string[]) =>
    applied.push(...names.map((name) => `${schema}/${name}`));
  for (const schema of SCHEMA_OWNERS)
    try {
      add(schema, await migrate({ databaseUrl, schema, directory: migrationsOf(schema), log }));
    } catch (error) {
      if (error instanceof MigrationError) add(schema, error.applied);
      const reason = error instanceof Error ? error.message : String(error);
      const kept =
        applied.length > 0 ? `These stay applied: ${applied.join(', ')}` : 'No migration was applied';
      throw new Error(`The Postgres schema ${schema} could not be migrated: ${reason}. ${kept}. ${HINT}`, {
        cause: error,
      });
    }
  return applied;
}
