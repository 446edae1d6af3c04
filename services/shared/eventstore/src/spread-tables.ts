import type { ClickHouseClient } from '@clickhouse/client';
import { plainTable, shardingKey, storedTable, type Layout } from './layout';
import type { Place } from './place';

interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Makes each table on each node known under its plain name for all shards together, with the columns that it has now. On
 * one node there is nothing to do: the plain name is the table's.
 */
export async function spreadTables({ layout, nodes }: Place): Promise<void> {
  const { cluster } = layout;
  if (cluster === undefined) return;
  for (const node of nodes)
    for (const { name, columns } of await storedTables(node, layout)) {
      const plain = plainTable(layout, name);
      // A name for rows that lie elsewhere holds none itself, so it may be made anew at any time. All that stands in the
      // text is of our own migrations, or a checked setting: an engine takes no parameters.
      await node.command({
        query: `CREATE OR REPLACE TABLE \`${plain}\` AS \`${name}\`
                ENGINE = Distributed('${cluster}', currentDatabase(), '${name}', ${shardingKey(plain, columns)})`,
      });
    }
}

/** The tables with rows of sites on a node: asked of ClickHouse itself, so that a new one can not be forgotten. */
export async function storedTables(node: ClickHouseClient, layout: Layout): Promise<StoredTable[]> {
  const result = await node.query({
    query: `SELECT table, groupArray(name) AS columns FROM system.columns
            WHERE database = currentDatabase() AND table IN (
              SELECT name FROM system.tables
              WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND NOT startsWith(name, '.inner'))
            GROUP BY table HAVING has(columns, 'workspace_id')
            ORDER BY table`,
    format: 'JSONEachRow',
  });
  const suffix = storedTable(layout, '');
  const found = await result.json<{ table: string; columns: string[] }>();
  return found
    .map(({ table: name, columns }) => ({ name, columns }))
    .filter(({ name }) => name.endsWith(suffix));
}
