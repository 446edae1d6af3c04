import { randomBytes } from 'node:crypto';
import { createClickhouse, type ClickHouseClient } from '../clickhouse/client';
import { engineUrls, withDatabase } from './engine-urls';

export interface TestClickhouse {
  readonly url: string;
  readonly client: ClickHouseClient;
  /** Closes the client and drops the database. */
  drop(): Promise<void>;
}

/** An empty ClickHouse database of the test file's own. */
export async function testClickhouse(): Promise<TestClickhouse> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = createClickhouse({ clickhouseUrl: engineUrls().clickhouseUrl, applicationName: 'test' });
  await admin.command({ query: `CREATE DATABASE ${name}` });
  const url = withDatabase(engineUrls().clickhouseUrl, name);
  const client = createClickhouse({ clickhouseUrl: url, applicationName: 'test' });
  return {
    url,
    client,
    drop: async () => {
      await client.close();
      await admin.command({ query: `DROP DATABASE ${name}` });
      await admin.close();
    },
  };
}
