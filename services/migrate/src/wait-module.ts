import { setTimeout as sleep } from 'node:timers/promises';
import { pendingEventStoreMigrations } from '@headwater/eventstore/pending-migrations';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { pendingMigrations } from '@headwater/kit/pg/pending-migrations';
import { withRemedy } from '@headwater/kit/remedy';
import type { WaitConfig } from './config';
import { migrationsOf, SCHEMA_OWNERS, type SchemaOwner } from './schema-owners';

/** A schema of Postgres, or `events`: the event store in ClickHouse. */
export type WaitedSchema = SchemaOwner | 'events';

const SCHEMAS: readonly WaitedSchema[] = [...SCHEMA_OWNERS, 'events'];
const PAUSE_MS = 2_000;

/** The schemas that a command line names. @throws naming the known ones. */
export function parseSchemas(names: readonly string[]): WaitedSchema[] {
  const schemas = SCHEMAS.filter((schema) => names.includes(schema));
  if (names.length === 0 || schemas.length !== names.length)
    throw new Error(`Say which schemas to wait for, of ${SCHEMAS.join(', ')}.`);
  return schemas;
}

/**
 * Waits as it starts until the schemas have every migration of this release; reads only. What an init container does,
 * so that no service runs on an older schema while the migration job is at work.
 *
 * @throws after `waitSeconds`, saying what is missing.
 */
export function waitModule(
  config: WaitConfig & { readonly schemas: readonly WaitedSchema[]; readonly pauseMs?: number },
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Module {
  return {
    name: 'wait-for-schema',
    start: async () => {
      const deadline = clock.now() + config.waitSeconds * 1_000;
      for (;;) {
        const missing = await missingNow(config, config.schemas);
        if (missing.length === 0) return log.info({ schemas: config.schemas }, 'the schemas are up to date');
        if (clock.now() >= deadline)
          throw new Error(
            `Still missing after ${config.waitSeconds} s: ${missing.join(', ')}. Look at the log of the migration job.`,
          );
        log.info({ missing }, 'waiting for the migration job');
        await sleep(config.pauseMs ?? PAUSE_MS);
      }
    },
    stop: () => Promise.resolve(),
  };
}

/** What is missing, in words; a database that can't be asked is missing as a whole. */
async function missingNow(config: WaitConfig, schemas: readonly WaitedSchema[]): Promise<string[]> {
  const missing: string[] = [];
  for (const schema of schemas) {
    try {
      missing.push(...(await pendingOf(config, schema)).map((name) => `${schema}/${name}`));
    } catch (error) {
      missing.push(`${schema} (${withRemedy(error)})`);
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
