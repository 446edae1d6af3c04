import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShards } from '@headwater/engines/start-shards';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { loadConfig } from '@headwater/kit/config';
import { migrateNodes } from '../migrate';
import { CLUSTER_SETTINGS, withDatabase, withTopology, type TopologyConfig } from '../topology';

/** Migrated shards of real ClickHouse on this machine, without replicas because there is no Keeper. */
export interface TestCluster {
  /** The services' settings; the URL is that of the first shard. */
  readonly config: TopologyConfig;
  /** A client of the first shard, which has all distributed tables. */
  readonly client: ClickHouseClient;
  /** One client per shard. */
  readonly shards: readonly ClickHouseClient[];
  /** Stops a shard, by number from 0. */
  end(shard: number): Promise<void>;
  /** Starts the shard again with its data. The other shard reaches it at the same address; its own client does not. */
  restart(shard: number): Promise<void>;
  stop(): Promise<void>;
}

const OPTIONS = { applicationName: 'test' };

/** Services use another database than `default`, whose tables have no ids in this engine. */
const DATABASE = 'headwater';

/** Starts two shards with the event store in their database `headwater`. */
export async function startTestCluster(): Promise<TestCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-cluster-'));
  chmodSync(directory, 0o711);
  const started = await startShards(directory, 2);
  const { cluster, engines } = started;
  const urls = engines.map(({ url }) => withDatabase(url, DATABASE));
  const shards = urls.map((clickhouseUrl) => createClickhouse({ clickhouseUrl, ...OPTIONS }));
  const stopAll = async (): Promise<void> => {
    await Promise.all(shards.map((client) => client.close()));
    await started.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(engines.map(({ url }) => createDatabase(url)));
    const [clickhouseUrl] = urls;
    const [client] = shards;
    if (clickhouseUrl === undefined || client === undefined) throw new Error('No shard was started.');
    const settings = loadConfig(CLUSTER_SETTINGS, {
      CLICKHOUSE_CLUSTER: cluster,
      CLICKHOUSE_NODES: urls.map((url) => new URL(url).host).join(','),
    });
    const config = { ...settings, clickhouseUrl };
    await withTopology(config, OPTIONS, migrateNodes);
    return {
      config,
      client,
      shards,
      end: async (shard) => engines[shard]?.stop(),
      restart: async (shard) => {
        await started.restart(shard);
      },
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function createDatabase(clickhouseUrl: string): Promise<void> {
  const client = createClickhouse({ clickhouseUrl, ...OPTIONS });
  try {
    await client.command({ query: `CREATE DATABASE ${DATABASE}` });
  } finally {
    await client.close();
  }
}
