import { migrateNodes } from '@headwater/eventstore/migrate';
import { nodeUrls, withDatabase, withTopology, type TopologyConfig } from '@headwater/eventstore/topology';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import { withAdvisoryLock } from '@headwater/kit/pg/advisory-lock';

const OPTIONS = { applicationName: 'headwater migrate' };

/** A TLS port closes a plain connection without a response. */
const TLS_HINT = 'if the port uses TLS, CLICKHOUSE_URL must begin with https:';

const HINT =
  'Completed statements stay, and running services continue. Fix the cause and run migrate again: it repeats the failed migration.';

/**
 * Creates the database if it is missing and brings the event store up to date. ClickHouse has no locks, so concurrent runs wait for
 * each other with a lock in Postgres.
 *
 * @returns the applied migrations.
 */
export async function migrateClickhouse(
  config: TopologyConfig & { readonly databaseUrl: string },
  log: Logger,
): Promise<string[]> {
  try {
    return await withAdvisoryLock(
      { databaseUrl: config.databaseUrl, name: 'migrate events', log },
      async () => {
        for (const url of await nodeUrls(config, OPTIONS)) await createDatabase(url);
        const { applied } = await withTopology(config, OPTIONS, migrateNodes);
        return applied.map((name) => `eventstore/${name}`);
      },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint =
      isConnectionClosed(reason) && config.clickhouseUrl.startsWith('http:') ? ` (${TLS_HINT})` : '';
    throw new Error(`The event store could not be migrated: ${reason}${hint}. ${HINT}`, {
      cause: error,
    });
  }
}

function isConnectionClosed(reason: string): boolean {
  return /socket hang up|ECONNRESET/.test(reason);
}

async function createDatabase(clickhouseUrl: string): Promise<void> {
  const database = new URL(clickhouseUrl).pathname.slice(1) || 'default';
  const client = createClickhouse({ clickhouseUrl: withDatabase(clickhouseUrl, 'default'), ...OPTIONS });
  try {
    await client.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier}',
      query_params: { database },
    });
  } finally {
    await client.close();
  }
}
