/** Where the event store lies: on one node, or spread over the nodes of a cluster. */
export interface Layout {
  /** The cluster's name in the configuration of its ClickHouse nodes; undefined: one node, no cluster. */
  readonly cluster: string | undefined;
  /** Whether shards have replicas: tables are kept equal by a Keeper then. */
  readonly replicated: boolean;
}

/** One ClickHouse. */
export const ONE_NODE: Layout = { cluster: undefined, replicated: false };

const LOCAL = '_local';

/** The table's name where its rows lie: on a cluster the plain name is that of all shards together. */
export function storedTable({ cluster }: Layout, table: string): string {
  return cluster === undefined ? table : `${table}${LOCAL}`;
}

/** The plain name of a table, from that where its rows lie. */
export function plainTable({ cluster }: Layout, stored: string): string {
  return cluster === undefined ? stored : stored.slice(0, -LOCAL.length);
}

/** Words before a table's name in our migrations. A view is named …_view, and lies on each node beside what it reads. */
const TABLE = /\b(TABLE(?: IF NOT EXISTS)?|FROM|INTO|TO|JOIN) (\w+)\b(?![.(])/g;
const ENGINE = /\bENGINE = (\w*MergeTree)\b(?:\(([^)]*)\))?/g;
const REPLICA = "'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'";
const WEEK_SECONDS = 604_800;

/** A migration's statement as it runs on each node of a layout. */
export function placeStatement(layout: Layout, statement: string): string {
  if (layout.cluster === undefined) return statement;
  const placed = statement.replace(TABLE, (text, word: string, name: string) =>
    name.endsWith('_view') ? text : `${word} ${storedTable(layout, name)}`,
  );
  if (!layout.replicated) return placed;
  return placed
    .replace(
      ENGINE,
      (_, engine: string, of?: string) => `ENGINE = Replicated${engine}(${REPLICA}${of ? `, ${of}` : ''})`,
    )
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/g,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${WEEK_SECONDS}`,
    );
}

/** Tables that views fill where the events lie: rows of one site are on every shard, and no question may pass over any. */
const BESIDE_EVENTS: ReadonlySet<string> = new Set(['arrivals', 'site_activity']);

/**
 * Which shard a row goes to. All that a visitor did lies on one: an event that is sent again meets its first copy, and
 * visitors, sessions and funnels are counted where they lie. A visitor's id is a hash of the workspace and the
 * visitor, so it spreads evenly, and what a workspace knows of a visitor across its sites lies together, too.
 */
export function shardingKey(table: string, columns: readonly string[]): string {
  if (columns.includes('visitor_id')) return 'visitor_id';
  return BESIDE_EVENTS.has(table) ? 'rand()' : 'cityHash64(site_id)';
}
