import { join } from 'node:path';
import { ClickHouseError, type ClickHouseClient } from '@clickhouse/client';
import { BreakingMigrationError, type BreakingMigration } from '@headwater/kit/breaking-migration';
import type { Logger } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrationFiles } from './migration-files';

/** The folder of this program's migrations. */
export const MIGRATIONS = join(packageRoot('@headwater/eventstore'), 'migrations');

/** ClickHouse's codes for a missing column, table and database: no migration has recorded a marker. */
const MISSING = new Set(['47', '60', '81']);

/** @throws BreakingMigrationError when the event store has an applied breaking migration that this program does not have. */
export async function refuseBreakingEventStore(client: ClickHouseClient, folder = MIGRATIONS): Promise<void> {
  const newest = migrationFiles(folder).at(-1)?.version ?? 0;
  try {
    const result = await client.query({
      query: `SELECT name, breaking AS reason FROM schema_migrations FINAL
        WHERE breaking != '' AND version > {newest:UInt32} ORDER BY version`,
      query_params: { newest },
      format: 'JSONEachRow',
    });
    const migrations = await result.json<BreakingMigration>();
    if (migrations.length > 0) throw new BreakingMigrationError('events', migrations);
  } catch (error) {
    if (!(error instanceof ClickHouseError && MISSING.has(error.code))) throw error;
  }
}

/**
 * The check of a service at its start. It does not need ClickHouse: while ClickHouse is unreachable the service starts unchecked,
 * because the collector must accept events then.
 *
 * @throws BreakingMigrationError
 */
export async function refuseBreakingAtStart(client: ClickHouseClient, log: Logger): Promise<void> {
  try {
    await refuseBreakingEventStore(client);
  } catch (error) {
    if (error instanceof BreakingMigrationError) throw error;
    log.warn({ err: error }, 'check for breaking migrations failed; starting without it');
  }
}
