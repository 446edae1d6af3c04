import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import type { MigrateConfig } from './config';
import { migrateClickhouse } from './migrate-clickhouse';
import { migratePostgres } from './migrate-postgres';

/** Brings both databases to the newest schema as it starts. Any number may run at once. */
export function migrateModule(config: MigrateConfig, { log }: { log: Logger }): Module {
  return {
    name: 'migrate',
    start: async () => {
      const applied = await Promise.all([
        migratePostgres(config.databaseUrl),
        migrateClickhouse(config.clickhouseUrl),
      ]);
      log.info({ applied: applied.flat() }, 'databases are up to date');
    },
    stop: () => Promise.resolve(),
  };
}
