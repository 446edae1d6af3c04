import { join } from 'node:path';
import type { Logger } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';

/** The services that own a Postgres schema. The schema has the service's name. */
export const SCHEMA_OWNERS = ['gateway', 'sites', 'identity'] as const;

export type SchemaOwner = (typeof SCHEMA_OWNERS)[number];

/** The folder of a service's migrations. */
export function migrationsOf(schema: SchemaOwner): string {
  return join(packageRoot(`@headwater/${schema}`), 'migrations');
}

const HINT =
  'Its pending migrations were rolled back together, so running services continue with the current schema. Fix the cause and ' +
  'run migrate again.';

/** Brings every schema up to date. @returns the applied migrations, as `schema/name`. */
export async function migratePostgres(databaseUrl: string, log: Logger): Promise<string[]> {
  const applied: string[] = [];
  for (const schema of SCHEMA_OWNERS) {
    const names = await migrate({ databaseUrl, schema, directory: migrationsOf(schema), log }).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The Postgres schema ${schema} could not be migrated: ${reason}. ${HINT}`, {
          cause: error,
        });
      },
    );
    applied.push(...names.map((name) => `${schema}/${name}`));
  }
  return applied;
}
