import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import type { Engine } from '@headwater/engines/engine';
import { startPostgres } from '@headwater/engines/postgres';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';

/** A database of the test alone, which clients reach through a proxy. */
interface KillableEngine {
  /** Through the proxy; stays the same. */
  readonly url: string;
  readonly proxy: FaultProxy;
  /** Kills the server. Its clients lose their connections. */
  kill(): Promise<void>;
  /** Starts the killed server again with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export type Database = 'postgres' | 'clickhouse';
export type KillableEngines = Readonly<Record<Database, KillableEngine>> & { stop(): Promise<void> };

/** Starts Postgres and ClickHouse, both durable. */
export async function startKillableEngines(): Promise<KillableEngines> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-ledger-'));
  // As root, Postgres runs as another user, which needs to traverse the directory.
  chmodSync(directory, 0o711);
  const [postgres, clickhouse] = await Promise.all([
    startKillable((onCrash) => startPostgres({ directory: join(directory, 'postgres'), onCrash })),
    startKillable((onCrash) =>
      startClickhouse({ directory: join(directory, 'clickhouse'), isAdmin: true, onCrash }),
    ),
  ]);
  return {
    postgres,
    clickhouse,
    stop: async () => {
      await Promise.all([postgres.stop(), clickhouse.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function startKillable(start: (onCrash: () => void) => Promise<Engine>): Promise<KillableEngine> {
  let exited = (): void => undefined;
  const begin = (): Promise<Engine> => start(() => exited());
  let running = begin();
  let isStopped = false;
  const { url: first } = await running;
  const url = new URL(first);
  const target = { host: '127.0.0.1', port: Number(url.port) };
  const proxy = await startFaultProxy(target);
  url.port = String(proxy.port);
  return {
    url: url.toString(),
    proxy,
    kill: async () => {
      const { pid } = await running;
      const ended = new Promise<void>((resolve) => (exited = resolve));
      process.kill(pid, 'SIGKILL');
      await ended;
    },
    restart: async () => {
      // A test that has timed out continues.
      if (isStopped) return;
      running = begin();
      // Each start picks another port.
      target.port = Number(new URL((await running).url).port);
    },
    stop: async () => {
      isStopped = true;
      await proxy.stop();
      await (await running).stop();
    },
  };
}
