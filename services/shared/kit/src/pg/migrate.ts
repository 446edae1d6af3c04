import { runner } from 'node-pg-migrate';
import type { Logger } from '../log';
import { withAdvisoryLock } from './advisory-lock';
import { recordBreakingMigrations, refuseBreakingMigrations } from './breaking-migrations';
import { enableRowSecurity, prepareNewSchema } from './row-security';

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** The owning service's schema; created if it does not exist. Also the lock's name. */
  readonly schema: string;
  /** Folder of `0001_*.sql` files, run in order, each once, forward only. */
  readonly directory: string;
  /** Logs the session that has the lock. */
  readonly log?: Logger;
}

/**
 * Brings one schema up to date. Concurrent runs wait for each other on an advisory lock, and all but the first
 * find no pending migrations. Each migration runs in its own transaction, so that services wait for the locks of one only. Those of
 * a new schema run in one transaction.
 *
 * @returns the names of the migrations that this run applied.
 * @throws BreakingMigrationError when the schema is too new for this program.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  // The runner's lock fails immediately if it is taken. A second run should wait instead.
  const { databaseUrl, log } = options;
  return withAdvisoryLock({ databaseUrl, name: `migrate ${options.schema}`, log }, async (client) => {
    await refuseBreakingMigrations(client, options);
    await recordBreakingMigrations(client, options);
    const isNew = await prepareNewSchema(client, options.schema);
    // Migrations also change rows, and row-level security applies to the owner of the tables.
    await client.query("SET headwater.workspace_id = 'all'");
    const applied = await runner({
      dbClient: client,
      dir: options.directory,
      direction: 'up',
      schema: options.schema,
      createSchema: true,
      migrationsSchema: options.schema,
      createMigrationsSchema: true,
      migrationsTable: 'migrations',
      noLock: true,
      singleTransaction: isNew,
      checkOrder: true,
      verbose: false,
      // The thrown error says what went wrong; the runner would print it a second time.
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await enableRowSecurity(client, options.schema, log);
    return applied.map((migration) => migration.name);
  });
}
