import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { migrationsOf, SCHEMA_OWNERS } from '../migrate-postgres';

/** Creates a Postgres database with the schemas of all services for one test file. */
export function migratedDatabase(): Promise<TestDatabase> {
  return testDatabase(SCHEMA_OWNERS.map((schema) => ({ schema, directory: migrationsOf(schema) })));
}
