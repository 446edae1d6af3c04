import { runner } from 'node-pg-migrate';
import type { Logger } from '../log';
import { inTurn } from './in-turn';

export interface MigrateOptions {
  readonly databaseUrl: string;
  /** The owning service's schema; made when it is not there. Also the lock's name. */
  readonly schema: string;
  /** Folder of `0001_*.sql` files, run in order, each once, forward only. */
  readonly directory: string;
  /** Told who is waited for. */
  readonly log?: Logger;
}

/**
 * Brings one schema up to date. Many may run at once: they wait for each other on an advisory lock, and all but the first
 * find nothing to do. All pending migrations happen in one transaction or not at all.
 *
 * @returns the names of the migrations that this run applied.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  // The runner's own lock fails at once when taken; waiting is what a second starter wants.
  const { databaseUrl, log } = options;
  return inTurn({ databaseUrl, name: `migrate ${options.schema}`, log }, async (client) => {
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
      singleTransaction: true,
      checkOrder: true,
      verbose: false,
      // The thrown error says what went wrong; the runner would print it a second time.
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    return applied.map((migration) => migration.name);
  });
}
