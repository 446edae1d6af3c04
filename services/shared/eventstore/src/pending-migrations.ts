import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client';
import { MIGRATIONS, refuseBreakingEventStore } from './breaking-migrations';
import { migrationFiles } from './migration-files';

/** ClickHouse's codes for a missing table and a missing database: nothing was migrated yet. */
const MISSING = new Set(['60', '81']);

/**
 * The migrations that the client's database lacks, in order. Reads only. Queries one node: a recorded migration was applied on
 * all of them, and an unreachable replica must not delay anything.
 *
 * @throws BreakingMigrationError when the event store is too new, or an error when ClickHouse is unreachable.
 */
export async function pendingEventStoreMigrations(client: ClickHouseClient): Promise<string[]> {
  const files = migrationFiles(MIGRATIONS);
  await refuseBreakingEventStore(client);
  const applied = await appliedVersions(client);
  return files.filter(({ version }) => !applied.has(version)).map(({ name }) => name);
}

async function appliedVersions(client: ClickHouseClient): Promise<ReadonlySet<number>> {
  try {
    const result = await client.query({
      query: `SELECT version FROM schema_migrations FINAL WHERE checksum != ''`,
      format: 'JSONEachRow',
    });
    const rows = await result.json<{ version: number }>();
    return new Set(rows.map(({ version }) => version));
  } catch (error) {
    if (error instanceof ClickHouseError && MISSING.has(error.code)) return new Set();
    throw error;
  }
}
