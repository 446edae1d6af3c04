import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { packageRoot } from '@headwater/kit/package-root';
import { testClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { testDatabase } from '@headwater/kit/testing/test-database';

const PAGE = readFileSync(join(__dirname, '../RETENTION.md'), 'utf8');
const SCHEMAS = ['gateway', 'sites', 'identity'];

/** The tables in the first column of a section's table. */
function documentedTables(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      Array.from((line.split(' | ')[0] ?? '').matchAll(/`([\w.]+)`/g), ([, name = '']) => name),
    )
    .sort();
}

describe('deploy/RETENTION.md', () => {
  it('states the retention of every table of Postgres', async () => {
    const database = await testDatabase(
      SCHEMAS.map((schema) => ({
        schema,
        directory: join(packageRoot(`@headwater/${schema}`), 'migrations'),
      })),
    );
    try {
      const { rows } = await database.pool.query<{ name: string }>(
        // The page describes partitions with their table.
        `SELECT relnamespace::regnamespace || '.' || relname AS name FROM pg_class
         WHERE relnamespace::regnamespace::text = ANY($1) AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
        [SCHEMAS],
      );
      const migrations = SCHEMAS.map((schema) => `${schema}.migrations`);
      const tables = rows.map(({ name }) => name).filter((name) => !migrations.includes(name));
      expect(documentedTables('Postgres')).toEqual(tables.sort());
    } finally {
      await database.drop();
    }
  });

  it('states the retention of every table of ClickHouse', async () => {
    const clickhouse = await testClickhouse();
    try {
      await migrateEventStore(clickhouse.client);
      const result = await clickhouse.client.query({
        query: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine NOT LIKE '%View' ORDER BY name`,
        format: 'JSONEachRow',
      });
      const tables = (await result.json<{ name: string }>()).map(({ name }) => name);
      expect(documentedTables('ClickHouse')).toEqual(tables);
    } finally {
      await clickhouse.drop();
    }
  });
});
