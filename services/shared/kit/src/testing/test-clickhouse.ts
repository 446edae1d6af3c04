import { randomBytes } from 'node:crypto';
import { createClickhouse, type ClickHouseClient } from '../clickhouse/client';
import { engineUrls, withDatabase } from './engine-urls';

export interface TestClickhouse {
  readonly url: string;
  readonly client: ClickHouseClient;
  /** Closes the client and drops the database. */
  drop(): Promise<void>;
}

/** Below jest's timeout, so that the error names the hanging request; generous, because tests share a busy machine. */
const REQUEST_TIMEOUT_MS = 100_000;

/** Creates an empty ClickHouse database for one test file. */
export async function testClickhouse(): Promise<TestClickhouse> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const patient = { applicationName: 'test', requestTimeoutMs: REQUEST_TIMEOUT_MS };
  const admin = createClickhouse({ clickhouseUrl: engineUrls().clickhouseUrl, ...patient });
  await admin.command({ query: `CREATE DATABASE ${name}` });
  const url = withDatabase(engineUrls().clickhouseUrl, name);
  const client = createClickhouse({ clickhouseUrl: url, ...patient });
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
