import type { ClickHouseClient } from '@clickhouse/client';
import { createClickhouse, type ClickhouseOptions } from '@headwater/kit/clickhouse/client';
import { defineSettings, oneOf, text, type ConfigOf } from '@headwater/kit/config';
import { ONE_NODE, type Layout } from './layout';

const NODE = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/;

/** Settings of the cluster, for programs that create tables or delete from them. Others use the plain table names. */
export const CLUSTER_SETTINGS = defineSettings({
  clickhouseCluster: {
    env: 'CLICKHOUSE_CLUSTER',
    doc: 'name of the cluster in remote_servers of CLICKHOUSE_URL; events are sharded over it; unset: one node',
    schema: text('')
      .refine((name) => /^[A-Za-z0-9_-]{0,100}$/.test(name), 'must be a name of letters, digits, _ and -')
      .transform((name) => (name === '' ? undefined : name)),
  },
  clickhouseNodes: {
    env: 'CLICKHOUSE_NODES',
    doc: 'HTTP host:port of every node of the cluster, separated by commas; unset: its hosts, with the port of CLICKHOUSE_URL',
    schema: text('')
      .transform((list) => list.split(',').filter((node) => node !== ''))
      .refine((nodes) => nodes.every((node) => NODE.test(node)), 'must be host:port,host:port,…'),
  },
  clickhouseReplicated: {
    env: 'CLICKHOUSE_REPLICATED',
    doc: 'on: shards have replicas, which a Keeper synchronises',
    schema: oneOf(['on', 'off'], 'off'),
  },
});

export type ClusterConfig = ConfigOf<typeof CLUSTER_SETTINGS>;

export type TopologyConfig = ClusterConfig & { readonly clickhouseUrl: string };

/** The layout of the event store, with a client for each of its nodes. */
export interface EventStoreTopology {
  readonly layout: Layout;
  /** Every replica of every shard. A statement changes only the node that it runs on. */
  readonly nodes: readonly ClickHouseClient[];
}

/** Returns the topology of an event store without a cluster. */
export function singleNode(client: ClickHouseClient): EventStoreTopology {
  return { layout: ONE_NODE, nodes: [client] };
}

/** Runs work with a client for each node. */
export type WithTopology = <T>(work: (topology: EventStoreTopology) => Promise<T>) => Promise<T>;

/** Returns a function that runs work with the node of a client. */
export function onNodeOf(client: ClickHouseClient): WithTopology {
  return (work) => work(singleNode(client));
}

/**
 * Runs work with a client for each node, and closes the clients.
 *
 * @throws Error when the settings do not name every node that ClickHouse knows: migrations and deletions must reach all nodes.
 */
export async function withTopology<T>(
  config: TopologyConfig,
  options: Omit<ClickhouseOptions, 'clickhouseUrl'>,
  work: (topology: EventStoreTopology) => Promise<T>,
): Promise<T> {
  const urls = await nodeUrls(config, options);
  const nodes = urls.map((clickhouseUrl) => createClickhouse({ ...options, clickhouseUrl }));
  const layout = {
    cluster: config.clickhouseCluster,
    replicated: config.clickhouseReplicated === 'on',
  };
  try {
    return await work({ layout, nodes });
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
  }
}

/** Returns the URL of each node, with the user, password and database of CLICKHOUSE_URL. */
export async function nodeUrls(
  config: TopologyConfig,
  options: Omit<ClickhouseOptions, 'clickhouseUrl'>,
): Promise<string[]> {
  const { clickhouseUrl, clickhouseCluster: cluster } = config;
  if (cluster === undefined) return [clickhouseUrl];
  // The database may not exist yet.
  const client = createClickhouse({ ...options, clickhouseUrl: withDatabase(clickhouseUrl, 'default') });
  try {
    const hosts = await hostsOf(client, cluster);
    const nodes = config.clickhouseNodes.length > 0 ? config.clickhouseNodes : [...new Set(hosts)];
    if (hosts.length === 0)
      throw new Error(
        `ClickHouse has no cluster ${cluster}. Add it to remote_servers, or correct CLICKHOUSE_CLUSTER.`,
      );
    // A set, so that a node that is listed twice does not hide a missing one.
    const urls = new Set(nodes.map((node) => atNode(clickhouseUrl, node)));
    if (urls.size !== hosts.length)
      throw new Error(
        `CLICKHOUSE_NODES names ${urls.size} nodes, but the cluster ${cluster} has ${hosts.length}. Name every node.`,
      );
    return [...urls];
  } finally {
    await client.close();
  }
}

/** Returns the URL of the same database on another node. @param node `host`, which keeps the port, or `host:port` */
export function atNode(clickhouseUrl: string, node: string): string {
  const url = new URL(clickhouseUrl);
  const [, host = node, port = url.port] = /^(.*):(\d+)$/.exec(node) ?? [];
  url.hostname = host;
  url.port = port;
  return url.toString();
}

/** Returns the URL of another database on the same server. */
export function withDatabase(clickhouseUrl: string, database: string): string {
  const url = new URL(clickhouseUrl);
  url.pathname = `/${database}`;
  return url.toString();
}

async function hostsOf(client: ClickHouseClient, cluster: string): Promise<string[]> {
  const result = await client.query({
    query:
      'SELECT host_name FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard_num, replica_num',
    query_params: { cluster },
    format: 'JSONEachRow',
  });
  return (await result.json<{ host_name: string }>()).map(({ host_name }) => host_name);
}
