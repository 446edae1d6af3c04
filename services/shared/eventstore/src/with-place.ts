import type { ClickHouseClient } from '@clickhouse/client';
import { createClickhouse, type ClickhouseOptions } from '@headwater/kit/clickhouse/client';
import type { ClusterConfig } from './cluster-settings';
import type { Place } from './place';

export type PlaceConfig = ClusterConfig & { readonly clickhouseUrl: string };

/**
 * Does some work with a client of each node, and closes them. @throws what the work throws, and when the settings do not
 * name each node that ClickHouse itself knows: none may be left out of a migration or of a deletion.
 */
export async function withPlace<T>(
  config: PlaceConfig,
  options: Omit<ClickhouseOptions, 'clickhouseUrl'>,
  work: (place: Place) => Promise<T>,
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

/** The URL of each node, with the name, password and database of CLICKHOUSE_URL. */
export async function nodeUrls(
  config: PlaceConfig,
  options: Omit<ClickhouseOptions, 'clickhouseUrl'>,
): Promise<string[]> {
  const { clickhouseUrl, clickhouseCluster: cluster } = config;
  if (cluster === undefined) return [clickhouseUrl];
  // The database may not be there yet.
  const client = createClickhouse({ ...options, clickhouseUrl: withDatabase(clickhouseUrl, 'default') });
  try {
    const hosts = await hostsOf(client, cluster);
    const nodes = config.clickhouseNodes.length > 0 ? config.clickhouseNodes : [...new Set(hosts)];
    if (hosts.length === 0)
      throw new Error(
        `ClickHouse knows no cluster ${cluster}: remote_servers must have what CLICKHOUSE_CLUSTER names.`,
      );
    // A node that is named twice must not stand for another.
    const urls = new Set(nodes.map((node) => atNode(clickhouseUrl, node)));
    if (urls.size !== hosts.length)
      throw new Error(
        `The cluster ${cluster} has ${hosts.length} nodes, CLICKHOUSE_NODES must name each: it names ${urls.size}.`,
      );
    return [...urls];
  } finally {
    await client.close();
  }
}

/** The same database elsewhere. @param node `host`, then at the same port, or `host:port`. */
export function atNode(clickhouseUrl: string, node: string): string {
  const url = new URL(clickhouseUrl);
  const [, host = node, port = url.port] = /^(.*):(\d+)$/.exec(node) ?? [];
  url.hostname = host;
  url.port = port;
  return url.toString();
}

/** The same server, another database. */
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
