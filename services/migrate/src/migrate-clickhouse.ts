import { migrateNodes } from '@headwater/eventstore/migrate';
import { nodeUrls, withDatabase, withPlace, type PlaceConfig } from '@headwater/eventstore/with-place';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import { inTurn } from '@headwater/kit/pg/in-turn';

const OPTIONS = { applicationName: 'headwater migrate' };

/** Said where a port that speaks TLS ends a connection without a word. */
const IS_IT_TLS = 'a port that speaks TLS does that: CLICKHOUSE_URL begins with https: then';

const HOW_TO_GO_ON =
  'Statements that ran stay, and each may be repeated, so what runs goes on. Mend the cause and run migrate again: it begins with the migration that failed.';

/**
 * Makes the database where it is missing and brings the event store up to date. ClickHouse has no locks: those that run at
 * once wait for each other in Postgres, so that each step runs once.
 *
 * @returns the applied migrations.
 */
export async function migrateClickhouse(
  config: PlaceConfig & { readonly databaseUrl: string },
  log: Logger,
): Promise<string[]> {
  try {
    return await inTurn({ databaseUrl: config.databaseUrl, name: 'migrate events', log }, async () => {
      for (const url of await nodeUrls(config, OPTIONS)) await createDatabase(url);
      const { applied } = await withPlace(config, OPTIONS, migrateNodes);
      return applied.map((name) => `eventstore/${name}`);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = isCutShort(reason) && config.clickhouseUrl.startsWith('http:') ? ` (${IS_IT_TLS})` : '';
    throw new Error(`The event store could not be migrated: ${reason}${hint}. ${HOW_TO_GO_ON}`, {
      cause: error,
    });
  }
}

function isCutShort(reason: string): boolean {
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
