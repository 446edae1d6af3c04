import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { migrationFiles, type MigrationFile } from './migration-files';

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS schema_migrations
(
    version UInt32,
    name String,
    checksum String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY version`;

/** What `migrateEventStore` did: the file names that it ran, in order; empty when all were there. */
export interface MigrationResult {
  readonly applied: readonly string[];
}

/**
 * Brings the client's database to the newest schema.
 *
 * ClickHouse has no locks and no transactions over schema changes, so safety comes from the statements: each is
 * idempotent (`IF NOT EXISTS`), a migration is recorded only after all of its statements, and one that was cut short
 * runs again whole. Many migrators at once therefore do the same work and agree. Migrations of a newer release that
 * are recorded but unknown here are left alone, so that a rollback of the services can still start.
 *
 * @throws Error when a released file has been changed since it was applied.
 */
export async function migrateEventStore(client: ClickHouseClient): Promise<MigrationResult> {
  await client.command({ query: CREATE_RECORD });
  const recorded = await readRecorded(client);
  const applied: string[] = [];
  for (const file of migrationFiles(join(packageRoot('@headwater/eventstore'), 'migrations'))) {
    const checksum = recorded.get(file.version);
    if (checksum === undefined) {
      await apply(client, file);
      applied.push(file.name);
    } else if (checksum !== file.checksum) {
      throw new Error(
        `Migration ${file.name} was changed after it was applied. Restore the released file and put the change into a new one.`,
      );
    }
  }
  return { applied };
}

async function readRecorded(client: ClickHouseClient): Promise<ReadonlyMap<number, string>> {
  const result = await client.query({
    query: 'SELECT version, checksum FROM schema_migrations FINAL',
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ version: number; checksum: string }>();
  return new Map(rows.map((row) => [row.version, row.checksum]));
}

async function apply(client: ClickHouseClient, file: MigrationFile): Promise<void> {
  for (const query of file.statements) {
    await client.command({ query });
  }
  await client.insert({
    table: 'schema_migrations',
    format: 'JSONEachRow',
    values: [{ version: file.version, name: file.name, checksum: file.checksum }],
  });
}
