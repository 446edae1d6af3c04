import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PORT_TAKEN, startClickhouse } from './clickhouse';
import type { Engine } from './engine';
import { freePort } from './free-port';
import { storedPassword } from './stored-password';

/** ClickHouse engines that are the shards of one cluster. */
export interface Shards {
  /** The cluster's name in their configuration. */
  readonly cluster: string;
  /** In the order of the shards; of the database `default`. */
  readonly engines: readonly Engine[];
  /** Starts one that was stopped, by number from 0, on its data and at its place in the cluster; its HTTP port is another. */
  restart(shard: number): Promise<Engine>;
  /** Ends those that still run; may be called twice. */
  stop(): Promise<void>;
}

const CLUSTER = 'shards';
const PORT_ATTEMPTS = 5;

/**
 * Starts so many ClickHouse engines in `<directory>/shard-1`, … as the shards of a cluster, with one password. For tests: what runs without a
 * Keeper runs here; ON CLUSTER and replicated tables do not.
 */
export async function startShards(directory: string, count: number): Promise<Shards> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnFreePorts(directory, count);
    } catch (error) {
      // The free ports may have been taken meanwhile.
      if (attempt === PORT_ATTEMPTS || !String(error).includes(PORT_TAKEN)) throw error;
    }
  }
}

/** They have to know each other's ports before they start. */
async function startOnFreePorts(directory: string, count: number): Promise<Shards> {
  const cluster = {
    name: CLUSTER,
    secret: randomBytes(16).toString('hex'),
    tcpPorts: await Promise.all(Array.from({ length: count }, () => freePort())),
  };
  const start = (number: number): Promise<Engine> => {
    const own = join(directory, `shard-${number + 1}`);
    copyPassword(directory, own);
    return startClickhouse({ directory: own, shard: { number, cluster } });
  };
  const results = await Promise.allSettled(cluster.tcpPorts.map((_, number) => start(number)));
  const engines = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const restart = async (shard: number): Promise<Engine> => {
    const engine = await start(shard);
    engines.push(engine);
    return engine;
  };
  return { cluster: CLUSTER, engines: [...engines], restart, stop };
}

/** All nodes of a cluster know the services by one name and password. */
function copyPassword(from: string, to: string): void {
  mkdirSync(from, { recursive: true, mode: 0o711 });
  mkdirSync(to, { recursive: true, mode: 0o711 });
  writeFileSync(join(to, 'password'), storedPassword(from), { mode: 0o600 });
}
