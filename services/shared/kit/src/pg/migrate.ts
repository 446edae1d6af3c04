import { runner, type RunnerOption } from 'node-pg-migrate';
import type { Client } from 'pg';
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

/** A run failed. */
export class MigrationError extends Error {
  /** @param applied the migrations that this run applied: they stay */
  constructor(
    readonly applied: readonly string[],
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/**
 * Brings one schema up to date. Concurrent runs wait for each other on an advisory lock, and all but the first
 * find no pending migrations. Each migration runs in its own transaction, so that services wait for the locks of one only. Those of
 * a new schema run in one transaction.
 *
 * @returns the names of the migrations that this run applied.
 * @throws BreakingMigrationError when the schema is too new for this program.
 * @throws MigrationError that names the migrations that were rolled back.
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
    const applied: string[] = [];
    try {
      for await (const names of applyPending(client, options, isNew)) applied.push(...names);
      await enableRowSecurity(client, options.schema, log);
      return applied;
    } catch (error) {
      throw new MigrationError(applied, error);
    }
  });
}

/** Applies the pending migrations. Yields the names of those of each transaction after its commit. */
async function* applyPending(
  client: Client,
  { schema, directory }: MigrateOptions,
  isNew: boolean,
): AsyncGenerator<readonly string[]> {
  const options: RunnerOption = {
    dbClient: client,
    dir: directory,
    direction: 'up',
    schema,
    createSchema: true,
    migrationsSchema: schema,
    createMigrationsSchema: true,
    migrationsTable: 'migrations',
    noLock: true,
    singleTransaction: isNew,
    checkOrder: true,
    verbose: false,
    // The thrown error says what went wrong; the runner would print it a second time.
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  const pending = (await runner({ ...options, dryRun: true })).map(({ name }) => name);
  for (const names of isNew ? [pending] : pending.map((name) => [name])) {
    await runner({ ...options, count: names.length }).catch((error: unknown) => {
      const subject = isNew ? 'all migrations of the new schema were' : `${names.join()} was`;
      throw new Error(`${subject} rolled back: ${messageOf(error)}`, { cause: error });
    });
    yield names;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
