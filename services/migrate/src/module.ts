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
      const ended = await Promise.allSettled([
        migratePostgres(config.databaseUrl, log),
        migrateClickhouse(config, log),
      ]);
      // Both have ended by now: a failure of one never leaves the other half told, still at work.
      const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
      if (failures.length > 1)
        throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
      if (failures[0]) throw failures[0];
      const applied = ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      log.info({ applied }, 'databases are up to date');
    },
    stop: () => Promise.resolve(),
  };
}
