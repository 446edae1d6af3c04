import { migrateEventStore } from '@headwater/eventstore/migrate';
import { createClickhouse } from '@headwater/kit/clickhouse/client';

const APPLICATION = 'headwater migrate';

const HOW_TO_GO_ON =
  'Statements that ran stay, and each may be repeated, so what runs goes on. Mend the cause and run migrate again: it begins with the migration that failed.';

/** Makes the database when it is missing and brings the event store up to date. @returns the applied migrations. */
export async function migrateClickhouse(clickhouseUrl: string): Promise<string[]> {
  const database = new URL(clickhouseUrl).pathname.slice(1) || 'default';
  await createDatabase(clickhouseUrl, database);
  const client = createClickhouse({ clickhouseUrl, applicationName: APPLICATION });
  try {
    const { applied } = await migrateEventStore(client);
    return applied.map((name) => `eventstore/${name}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The event store could not be migrated: ${reason}. ${HOW_TO_GO_ON}`, { cause: error });
  } finally {
    await client.close();
  }
}

async function createDatabase(clickhouseUrl: string, database: string): Promise<void> {
  const server = new URL(clickhouseUrl);
  server.pathname = '/default';
  const client = createClickhouse({ clickhouseUrl: server.toString(), applicationName: APPLICATION });
  try {
    await client.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier}',
      query_params: { database },
    });
  } finally {
    await client.close();
  }
}
