import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { sharedTemplate } from '@headwater/kit/testing/shared-template';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migrateEventStore } from '../migrate';

/** Creates a ClickHouse database with the event store for one test file. */
export async function migratedClickhouse(): Promise<TestClickhouse> {
  const store = await testClickhouse();
  const name = new URL(store.url).pathname.slice(1);
  const template = await sharedTemplate('event_store', (it) => isMigrated(store.client, it), migrateNew);
  const tables = await rowsOf<{ statement: string; isView: 0 | 1 }>(
    store.client,
    `SELECT create_table_query AS statement, engine = 'MaterializedView' AS isView
     FROM system.tables WHERE database = '${template}' AND name != '${READY}'`,
  );
  const create = async (views: 0 | 1): Promise<void> => {
    const statements = tables.filter(({ isView }) => isView === views).map(({ statement }) => statement);
    await Promise.all(
      statements.map((it) => store.client.command({ query: it.replaceAll(`${template}.`, `${name}.`) })),
    );
  };
  await create(0);
  await create(1);
  await store.client.command({
    query: `INSERT INTO schema_migrations SELECT * FROM ${template}.schema_migrations`,
  });
  return store;
}

/** The last step of `migrateNew` creates this table. */
const READY = 'migrated';

async function isMigrated(client: ClickHouseClient, name: string): Promise<boolean> {
  const query = `SELECT 1 FROM system.tables WHERE database = '${name}' AND name = '${READY}'`;
  return (await rowsOf(client, query)).length === 1;
}

async function migrateNew(name: string): Promise<void> {
  const { clickhouseUrl } = engineUrls();
  const admin = createClickhouse({ applicationName: 'test', clickhouseUrl });
  const client = createClickhouse({
    applicationName: 'test',
    clickhouseUrl: withDatabase(clickhouseUrl, name),
  });
  try {
    await admin.command({ query: `DROP DATABASE IF EXISTS ${name}` });
    await admin.command({ query: `CREATE DATABASE ${name}` });
    await migrateEventStore(client);
    await client.command({ query: `CREATE TABLE ${READY} (x UInt8) ENGINE = Memory` });
  } finally {
    await Promise.all([admin.close(), client.close()]);
  }
}

async function rowsOf<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}
