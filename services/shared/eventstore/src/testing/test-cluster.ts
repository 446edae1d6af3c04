import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShards } from '@headwater/engines/start-shards';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { loadConfig } from '@headwater/kit/config';
import { CLUSTER_SETTINGS } from '../cluster-settings';
import { migrateNodes } from '../migrate';
import { withPlace, type PlaceConfig } from '../with-place';

/** Shards of real ClickHouse on this machine, migrated. They know no replicas: there is no Keeper. */
export interface TestCluster {
  /** As the services are told of it; its URL is that of the first shard. */
  readonly config: PlaceConfig;
  /** Of the first shard, which knows all tables under their plain names. */
  readonly client: ClickHouseClient;
  /** Each shard by itself. */
  readonly shards: readonly ClickHouseClient[];
  /** Ends one shard, by number from 0. */
  end(shard: number): Promise<void>;
  /** Starts it again on its rows. Others reach it as before; its own client does not. */
  restart(shard: number): Promise<void>;
  stop(): Promise<void>;
}

const OPTIONS = { applicationName: 'test' };

/** Starts two shards with the event store in their database `default`. */
export async function startTestCluster(): Promise<TestCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-cluster-'));
  chmodSync(directory, 0o711);
  const started = await startShards(directory, 2);
  const { cluster, engines } = started;
  const urls = engines.map(({ url }) => url);
  const shards = urls.map((clickhouseUrl) => createClickhouse({ clickhouseUrl, ...OPTIONS }));
  const stopAll = async (): Promise<void> => {
    await Promise.all(shards.map((client) => client.close()));
    await started.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const [clickhouseUrl] = urls;
    const [client] = shards;
    if (clickhouseUrl === undefined || client === undefined) throw new Error('No shard was started.');
    const settings = loadConfig(CLUSTER_SETTINGS, {
      CLICKHOUSE_CLUSTER: cluster,
      CLICKHOUSE_NODES: urls.map((url) => new URL(url).host).join(','),
    });
    const config = { ...settings, clickhouseUrl };
    await withPlace(config, OPTIONS, migrateNodes);
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
