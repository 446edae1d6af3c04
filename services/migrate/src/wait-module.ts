import { setTimeout as sleep } from 'node:timers/promises';
import { pendingEventStoreMigrations } from '@headwater/eventstore/pending-migrations';
import { BreakingMigrationError } from '@headwater/kit/breaking-migration';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { createModule, type Module } from '@headwater/kit/module';
import { pendingMigrations } from '@headwater/kit/pg/pending-migrations';
import { withHint } from '@headwater/kit/hint';
import type { WaitConfig } from './config';
import { migrationsOf, SCHEMA_OWNERS, type SchemaOwner } from './migrate-postgres';

/** A Postgres schema, or `events` for the event store in ClickHouse. */
export type WaitedSchema = SchemaOwner | 'events';

const SCHEMAS: readonly WaitedSchema[] = [...SCHEMA_OWNERS, 'events'];
const INTERVAL_MS = 2_000;

/** Parses the schemas of a command line. @throws with the valid names. */
export function parseSchemas(names: readonly string[]): WaitedSchema[] {
  const schemas = SCHEMAS.filter((schema) => names.includes(schema));
  if (names.length === 0 || schemas.length !== names.length)
    throw new Error(`Name the schemas to wait for: any of ${SCHEMAS.join(', ')}.`);
  return schemas;
}

/**
 * Waits at its start until the schemas have every migration of this release. Reads only. Init containers run it, so that no service
 * starts on an older schema while the migration job runs.
 *
 * @throws after `waitSeconds`, with the missing migrations; immediately after an unknown breaking migration.
 */
export function waitModule(
  config: WaitConfig & { readonly schemas: readonly WaitedSchema[]; readonly intervalMs?: number },
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Module {
  return createModule({
    name: 'wait-for-schema',
    start: async () => {
      const deadline = clock.now() + config.waitSeconds * 1_000;
      for (;;) {
        const missing = await missingNow(config, config.schemas);
        if (missing.length === 0) {
          log.info({ schemas: config.schemas }, 'schemas are up to date');
          return { ports: {} };
        }
        if (clock.now() >= deadline)
          throw new Error(
            `Still missing after ${config.waitSeconds} s: ${missing.join(', ')}. Check the log of the migration job.`,
          );
        log.info({ missing }, 'waiting for the migration job');
        await sleep(config.intervalMs ?? INTERVAL_MS);
      }
    },
  });
}

/** The missing migrations. An unreachable database counts as one, with its error. */
async function missingNow(config: WaitConfig, schemas: readonly WaitedSchema[]): Promise<string[]> {
  const missing: string[] = [];
  for (const schema of schemas) {
    try {
      missing.push(...(await pendingOf(config, schema)).map((name) => `${schema}/${name}`));
    } catch (error) {
      if (error instanceof BreakingMigrationError) throw error;
      missing.push(`${schema} (${withHint(error)})`);
    }
  }
  return missing;
}

async function pendingOf(config: WaitConfig, schema: WaitedSchema): Promise<string[]> {
  if (schema !== 'events') {
    if (config.databaseUrl === undefined) throw new Error('set DATABASE_URL');
    return pendingMigrations({ databaseUrl: config.databaseUrl, schema, directory: migrationsOf(schema) });
  }
  if (config.clickhouseUrl === undefined) throw new Error('set CLICKHOUSE_URL');
  const client = createClickhouse({
    clickhouseUrl: config.clickhouseUrl,
    applicationName: 'headwater wait',
    requestTimeoutMs: 5_000,
  });
  try {
    return await pendingEventStoreMigrations(client);
  } finally {
    await client.close();
  }
}
