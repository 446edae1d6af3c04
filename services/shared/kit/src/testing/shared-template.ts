import { Client } from 'pg';
import { createClickhouse } from '../clickhouse/client';
import { withAdvisoryLock } from '../pg/advisory-lock';
import { engineUrls } from './engine-urls';

/** Prefix of the databases that the test files of one run copy. */
function prefix(): string {
  const run = process.env['TEST_RUN'];
  if (!run) throw new Error('TEST_RUN is not set: run the tests with jest from the root.');
  return `test_run_${run}_`;
}

/**
 * Builds a database unless a test file of this run has built it. Files that run at the same time wait for each other.
 *
 * @param exists returns whether the database with this name is complete
 * @param build creates it. An earlier attempt may have failed midway
 * @returns the name of the database
 */
export async function sharedTemplate(
  suffix: string,
  exists: (name: string) => Promise<boolean>,
  build: (name: string) => Promise<void>,
): Promise<string> {
  const name = `${prefix()}${suffix}`;
  if (await exists(name)) return name;
  await withAdvisoryLock({ databaseUrl: engineUrls().databaseUrl, name }, async () => {
    if (!(await exists(name))) await build(name);
  });
  return name;
}

/** Drops the databases of this run, on servers that continue to run. */
export async function dropSharedTemplates(): Promise<void> {
  const { databaseUrl, clickhouseUrl } = engineUrls();
  const postgres = new Client({ connectionString: databaseUrl });
  const clickhouse = createClickhouse({ applicationName: 'test', clickhouseUrl });
  await postgres.connect();
  try {
    const { rows } = await postgres.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefix()],
    );
    for (const { name } of rows) await postgres.query(`DROP DATABASE ${name} WITH (FORCE)`);
    const databases = await clickhouse.query({
      query: 'SELECT name FROM system.databases WHERE startsWith(name, {prefix:String})',
      query_params: { prefix: prefix() },
      format: 'JSONEachRow',
    });
    for (const { name } of await databases.json<{ name: string }>())
      await clickhouse.command({ query: `DROP DATABASE ${name}` });
  } finally {
    await Promise.all([postgres.end(), clickhouse.close()]);
  }
}
