import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';

/** How the event store is stored: on one node, or sharded over a cluster. */
export interface Layout {
  /** The cluster's name in remote_servers; undefined: one node. */
  readonly cluster: string | undefined;
  /** Whether shards have replicas, which a Keeper synchronises. */
  readonly replicated: boolean;
}

/** A single ClickHouse node. */
export const ONE_NODE: Layout = { cluster: undefined, replicated: false };

const LOCAL = '_local';

/** Returns the name of the table that stores the rows. On a cluster the plain name is the distributed table over all shards. */
export function storedTable({ cluster }: Layout, table: string): string {
  return cluster === undefined ? table : `${table}${LOCAL}`;
}

/** Returns the plain name of a table from the name of the table that stores the rows. */
export function plainTable({ cluster }: Layout, stored: string): string {
  return cluster === undefined ? stored : stored.slice(0, -LOCAL.length);
}

/** Keywords before a table name in our migrations. Views are named …_view and exist on each node beside their source. */
const TABLE = /\b(TABLE(?: IF(?: NOT)? EXISTS)?|FROM|INTO|TO|JOIN) (\w+)\b(?![.(])/g;
const ENGINE = /\bENGINE = (\w*MergeTree)\b(?:\(([^)]*)\))?/g;
const REPLICA = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";
const WEEK_SECONDS = 604_800;

/** Returns a migration's statement for the nodes of a layout. */
export function statementForLayout(layout: Layout, statement: string): string {
  if (layout.cluster === undefined) return statement;
  const local = statement.replace(TABLE, (text, word: string, name: string) =>
    name.endsWith('_view') ? text : `${word} ${storedTable(layout, name)}`,
  );
  if (!layout.replicated) return local;
  return local
    .replace(
      ENGINE,
      (_, engine: string, of?: string) => `ENGINE = Replicated${engine}(${REPLICA}${of ? `, ${of}` : ''})`,
    )
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/g,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${WEEK_SECONDS}`,
    );
}

/** Tables that views fill on the shard of the events. Rows of one site are on every shard, so queries must read all shards. */
const FILLED_BY_VIEWS: ReadonlySet<string> = new Set(['arrivals', 'event_changes', 'site_activity']);

/**
 * Returns the expression that determines the shard of a row. All events of a visitor are on one shard: a repeated event meets its
 * first copy, and visitors, sessions and funnels are counted locally. The visitor id is a hash of workspace and visitor, so
 * shards are balanced, and all sites of a workspace share the shard of a visitor.
 */
export function shardingKey(table: string, columns: readonly string[]): string {
  if (columns.includes('visitor_id')) return 'visitor_id';
  if (FILLED_BY_VIEWS.has(table)) return 'rand()';
  return columns.includes('site_id') ? 'cityHash64(site_id)' : 'workspace_id';
}

/**
 * Checks that the database has the layout of the settings. On a cluster, distributed tables would otherwise replace tables with
 * rows.
 *
 * @throws Error when the layouts differ
 */
export async function refuseOtherLayout(node: ClickHouseClient, { cluster }: Layout): Promise<void> {
  const result = await node.query({
    query: `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    format: 'JSONEachRow',
  });
  const [table] = await result.json<{ engine: string }>();
  if (!table) return;
  const isDistributed = table.engine === 'Distributed';
  if (isDistributed && cluster === undefined)
    throw new Error('The events are sharded over a cluster. Set CLICKHOUSE_CLUSTER to its name.');
  if (!isDistributed && cluster !== undefined)
    throw new Error(
      'This database stores the events on one node. Create a new database for the cluster and copy the events (deploy/CLUSTER.md).',
    );
}

interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Creates on each node a distributed table for each table, with its plain name and current columns, and drops those of dropped
 * tables. The comment of `events` is the id of all stored tables of events together. No-op without a cluster.
 */
export async function createDistributedTables(
  layout: Layout,
  nodes: readonly ClickHouseClient[],
): Promise<void> {
  const { cluster } = layout;
  if (cluster === undefined) return;
  const eventsId = await readEventsId(layout, nodes);
  for (const node of nodes) {
    const stored = await storedTables(node, layout);
    await dropDistributedTables(
      node,
      stored.map(({ name }) => plainTable(layout, name)),
    );
    for (const { name, columns } of stored) {
      const plain = plainTable(layout, name);
      // A distributed table stores no rows, so it can be replaced at any time. An engine accepts no query parameters; all names
      // come from our migrations or from a validated setting.
      await node.command({
        query: `CREATE OR REPLACE TABLE \`${plain}\` AS \`${name}\`
                ENGINE = Distributed('${cluster}', currentDatabase(), '${name}', ${shardingKey(plain, columns)})
                ${plain === 'events' && eventsId !== undefined ? `COMMENT '${eventsId}'` : ''}`,
      });
    }
  }
}

/**
 * Identifies the stored events of all nodes: a restored table has another id. On one node, the id of the table `events` does.
 *
 * @returns a UUID; undefined before the first migration.
 */
async function readEventsId(layout: Layout, nodes: readonly ClickHouseClient[]): Promise<string | undefined> {
  const ids: string[] = [];
  for (const node of nodes) {
    const result = await node.query({
      query:
        'SELECT toString(uuid) AS id FROM system.tables WHERE database = currentDatabase() AND name = {events:String}',
      query_params: { events: storedTable(layout, 'events') },
      format: 'JSONEachRow',
    });
    ids.push(...(await result.json<{ id: string }>()).map(({ id }) => id));
  }
  return ids.length === 0 ? undefined : uuidOf(ids);
}

/** A UUID that is a hash of several. */
const uuidOf = (ids: readonly string[]): string =>
  createHash('sha256')
    .update([...ids].sort().join(' '))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

async function dropDistributedTables(node: ClickHouseClient, kept: readonly string[]): Promise<void> {
  const result = await node.query({
    // Another migrator replaces a table by a temporary one.
    query: `SELECT name FROM system.tables
            WHERE database = currentDatabase() AND engine = 'Distributed' AND NOT has({kept:Array(String)}, name)
              AND NOT startsWith(name, '_tmp_replace_')`,
    query_params: { kept },
    format: 'JSONEachRow',
  });
  for (const { name } of await result.json<{ name: string }>())
    await node.command({ query: `DROP TABLE IF EXISTS \`${name}\` SYNC` });
}

/** Returns the tables with rows of sites on a node, from ClickHouse's system tables, so that no new table is missed. */
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
