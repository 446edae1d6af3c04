import { migrateNodes } from '@headwater/eventstore/migrate';
import { nodeUrls, withDatabase, withPlace, type PlaceConfig } from '@headwater/eventstore/with-place';
import { createClickhouse } from '@headwater/kit/clickhouse/client';

const OPTIONS = { applicationName: 'headwater migrate' };

const HOW_TO_GO_ON =
  'Statements that ran stay, and each may be repeated, so what runs goes on. Mend the cause and run migrate again: it begins with the migration that failed.';

/** Makes the database where it is missing and brings the event store up to date. @returns the applied migrations. */
export async function migrateClickhouse(config: PlaceConfig): Promise<string[]> {
  for (const url of await nodeUrls(config, OPTIONS)) await createDatabase(url);
  try {
    const { applied } = await withPlace(config, OPTIONS, migrateNodes);
    return applied.map((name) => `eventstore/${name}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The event store could not be migrated: ${reason}. ${HOW_TO_GO_ON}`, { cause: error });
  }
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
