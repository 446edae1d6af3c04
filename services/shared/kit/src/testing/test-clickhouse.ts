import { randomBytes } from 'node:crypto';
import { createClickhouse, type ClickHouseClient } from '../clickhouse/client';
import { engineUrls, withDatabase } from './engine-urls';

export interface TestClickhouse {
  readonly url: string;
  readonly client: ClickHouseClient;
  /** Closes the client and drops the database. */
  drop(): Promise<void>;
}

/** Below jest's own limit, so that what hangs is named; no shorter, since on a busy machine anything may take long. */
const REQUEST_TIMEOUT_MS = 100_000;

/** An empty ClickHouse database of the test file's own. */
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
