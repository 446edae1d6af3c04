import { join } from 'node:path';
import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { migrationFiles } from './migration-files';
import type { Place } from './place';

/** ClickHouse's codes for a table and a database that is not there: nothing was migrated yet. */
const NOT_THERE = new Set(['60', '81']);

/** The migrations that any node still lacks, in order. Reads only. @throws when one of them can't be asked. */
export async function pendingEventStoreMigrations({ nodes }: Place): Promise<string[]> {
  const files = migrationFiles(join(packageRoot('@headwater/eventstore'), 'migrations'));
  const applied = await Promise.all(nodes.map(appliedVersions));
  return files
    .filter(({ version }) => applied.some((versions) => !versions.has(version)))
    .map(({ name }) => name);
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
