import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

/** The services that own tables in Postgres. Each has a schema of its name and a folder of migrations. */
export const SCHEMA_OWNERS = ['gateway', 'sites', 'identity'] as const;

export type SchemaOwner = (typeof SCHEMA_OWNERS)[number];

/** Where a service keeps its migrations. */
export function migrationsOf(schema: SchemaOwner): string {
  return join(packageRoot(`@headwater/${schema}`), 'migrations');
}
