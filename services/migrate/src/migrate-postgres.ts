import type { Logger } from '@headwater/kit/log';
import { migrate } from '@headwater/kit/pg/migrate';
import { migrationsOf, SCHEMA_OWNERS } from './schema-owners';

const HOW_TO_GO_ON =
  'Its pending migrations were rolled back as one, so what runs goes on with the schema that it has. Mend the cause and run migrate again.';

/** Brings every service's schema up to date. @returns the applied migrations, as `schema/name`. */
export async function migratePostgres(databaseUrl: string, log: Logger): Promise<string[]> {
  const applied: string[] = [];
  for (const schema of SCHEMA_OWNERS) {
    const names = await migrate({ databaseUrl, schema, directory: migrationsOf(schema), log }).catch(
      (error: unknown) => {
        throw new Error(
          `The Postgres schema ${schema} could not be migrated: ${reasonOf(error)}. ${HOW_TO_GO_ON}`,
          { cause: error },
        );
      },
    );
    applied.push(...names.map((name) => `${schema}/${name}`));
  }
  return applied;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
