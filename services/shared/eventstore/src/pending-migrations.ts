import { join } from 'node:path';
import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { migrationFiles } from './migration-files';

/** ClickHouse's codes for a table and a database that is not there: nothing was migrated yet. */
const NOT_THERE = new Set(['60', '81']);

/**
 * The migrations that the client's database still lacks, in order. Reads only. One node is asked: what is recorded there
 * is on all of them, and a replica that is away holds up nobody.
 *
 * @throws when ClickHouse can't be asked.
 */
export async function pendingEventStoreMigrations(client: ClickHouseClient): Promise<string[]> {
  const files = migrationFiles(join(packageRoot('@headwater/eventstore'), 'migrations'));
  const applied = await appliedVersions(client);
  return files.filter(({ version }) => !applied.has(version)).map(({ name }) => name);
}

async function appliedVersions(client: ClickHouseClient): Promise<ReadonlySet<number>> {
  try {
    const result = await client.query({
      query: 'SELECT version FROM schema_migrations FINAL',
      format: 'JSONEachRow',
    });
    const rows = await result.json<{ version: number }>();
    return new Set(rows.map(({ version }) => version));
  } catch (error) {
    if (error instanceof ClickHouseError && NOT_THERE.has(error.code)) return new Set();
    throw error;
  }
}
