/** Returns the URLs of the engines from jest's global setup or the environment. @throws when there are none. */
export function engineUrls(): { databaseUrl: string; clickhouseUrl: string } {
  const databaseUrl = process.env['TEST_DATABASE_URL'];
  const clickhouseUrl = process.env['TEST_CLICKHOUSE_URL'];
  if (!databaseUrl || !clickhouseUrl)
    throw new Error(
      'TEST_DATABASE_URL and TEST_CLICKHOUSE_URL are not set: run the tests with jest from the root.',
    );
  return { databaseUrl, clickhouseUrl };
}

/** Returns the URL of another database of the same engine. */
export function withDatabase(engineUrl: string, database: string): string {
  const url = new URL(engineUrl);
  url.pathname = `/${database}`;
  return url.toString();
}
