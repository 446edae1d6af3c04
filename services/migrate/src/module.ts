import type { Logger } from '@headwater/kit/log';
import { createModule, type Module } from '@headwater/kit/module';
import type { MigrateConfig } from './config';
import { migrateClickhouse } from './migrate-clickhouse';
import { migratePostgres } from './migrate-postgres';
import { provisionRoles } from './provision-roles';

/** Brings both databases to this release's schema at its start. Concurrent runs are safe. */
export function migrateModule(config: MigrateConfig, { log }: { log: Logger }): Module {
  return createModule({
    name: 'migrate',
    start: async () => {
      const { adminUrl, rolePasswords } = config;
      if ((adminUrl === undefined) !== (rolePasswords === undefined))
        throw new Error('Set DATABASE_ADMIN_URL and DATABASE_ROLE_PASSWORDS together, or neither.');
      if (adminUrl !== undefined && rolePasswords !== undefined)
        await provisionRoles({ ...config, adminUrl, rolePasswords }, log);
      // Waits for both: after a failure of one, the other must not continue unreported.
      const results = await Promise.allSettled([
        migratePostgres(config.databaseUrl, log),
        migrateClickhouse(config, log),
      ]);
      const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
      if (errors.length > 1)
        throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'));
      if (errors[0]) throw errors[0];
      const applied = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      log.info({ applied }, 'databases are up to date');
      return { ports: {} };
    },
  });
}
