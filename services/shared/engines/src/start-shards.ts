import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PORT_TAKEN, startClickhouse } from './clickhouse';
import { storedPassword, type Engine } from './engine';
import { freePort } from './free-port';

/** ClickHouse engines that are the shards of one cluster. */
export interface Shards {
  /** The cluster's name in their configuration. */
  readonly cluster: string;
  /** In the order of the shards, with the database `default`. */
  readonly engines: readonly Engine[];
  /** Restarts a stopped shard with its data; numbers start at 0. Its HTTP port changes. */
  restart(shard: number): Promise<Engine>;
  /** Stops all running engines. May be called twice. */
  stop(): Promise<void>;
}

const CLUSTER = 'shards';
const PORT_ATTEMPTS = 5;

/**
 * Starts `count` ClickHouse engines in `<directory>/shard-1`, … as the shards of a cluster, with one password. For tests: there is no
 * Keeper, so ON CLUSTER and replicated tables do not work.
 */
export async function startShards(directory: string, count: number): Promise<Shards> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnFreePorts(directory, count);
    } catch (error) {
      // Another process may have taken a port.
      if (attempt === PORT_ATTEMPTS || !String(error).includes(PORT_TAKEN)) throw error;
    }
  }
}

/** Every shard needs the ports of all shards before it starts. */
async function startOnFreePorts(directory: string, count: number): Promise<Shards> {
  const cluster = {
    name: CLUSTER,
    secret: randomBytes(16).toString('hex'),
    tcpPorts: await Promise.all(Array.from({ length: count }, () => freePort())),
  };
  const start = (number: number): Promise<Engine> => {
    const shardDirectory = join(directory, `shard-${number + 1}`);
    copyPassword(directory, shardDirectory);
    // Services on a cluster use databases and grants of its operator.
    return startClickhouse({ directory: shardDirectory, isAdmin: true, shard: { number, cluster } });
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

/** Services use one user name and password for all nodes of a cluster. */
function copyPassword(from: string, to: string): void {
  mkdirSync(from, { recursive: true, mode: 0o711 });
  mkdirSync(to, { recursive: true, mode: 0o711 });
  writeFileSync(join(to, 'password'), storedPassword(from), { mode: 0o600 });
}
