import { defineSettings, oneOf, text, type ConfigOf } from '@headwater/kit/config';

const NODE = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/;

/** Where the event store lies, for those who make its tables and delete from them; others find all under plain names. */
export const CLUSTER_SETTINGS = defineSettings({
  clickhouseCluster: {
    env: 'CLICKHOUSE_CLUSTER',
    doc: 'cluster of CLICKHOUSE_URL that the events are spread over, as remote_servers names it; unset: one node',
    schema: text('')
      .refine((name) => /^[A-Za-z0-9_-]{0,100}$/.test(name), 'must be a name of letters, digits, _ and -')
      .transform((name) => (name === '' ? undefined : name)),
  },
  clickhouseNodes: {
    env: 'CLICKHOUSE_NODES',
    doc: 'HTTP host:port of every node of the cluster, by commas; unset: its hosts, at the port of CLICKHOUSE_URL',
    schema: text('')
      .transform((list) => list.split(',').filter((node) => node !== ''))
      .refine((nodes) => nodes.every((node) => NODE.test(node)), 'must be host:port,host:port,…'),
  },
  clickhouseReplicated: {
    env: 'CLICKHOUSE_REPLICATED',
    doc: 'on: shards have replicas, kept equal by a Keeper',
    schema: oneOf(['on', 'off'], 'off'),
  },
});

export type ClusterConfig = ConfigOf<typeof CLUSTER_SETTINGS>;
