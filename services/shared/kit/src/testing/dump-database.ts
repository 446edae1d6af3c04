import { Client } from 'pg';

/** Yields every row of every table of a Postgres database as text, one table at a time. */
export async function* dumpDatabase(url: string): AsyncGenerator<{ table: string; text: string }> {
  const client = new Client({ connectionString: url, options: '-c headwater.workspace_id=all' });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      yield { table: name, text: rows.map(({ row }) => row).join('\n') };
    }
  } finally {
    await client.end();
  }
}
