import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import { startPostgres } from '@headwater/engines/postgres';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { copyPostgres } from './copy-postgres';

/** Running databases with their folders, and the environment of Headwater on them. */
export interface Machine {
  readonly folder: string;
  readonly env: { readonly DATA_DIR: string; readonly DATABASE_URL: string; readonly CLICKHOUSE_URL: string };
  stop(): Promise<void>;
}

interface Backup {
  /** The folder of the copied Postgres. */
  readonly postgres: string;
  /** The file of the ClickHouse backup. */
  readonly clickhouse: string;
}

/** Machines of one test that are backed up, lost and restored. */
export function createDisaster() {
  const running: { stop(): Promise<void> }[] = [];
  let scratch = '';
  /** Stops it at the end of the test. */
  async function keep<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const started = await starting;
    running.push(started);
    return started;
  }
  async function startMachine(name: string, postgresFolder?: string): Promise<Machine> {
    const folder = join(scratch, name);
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true, mode: 0o711 });
    const [postgres, clickhouse] = await Promise.all([
      keep(startPostgres({ directory: postgresFolder ?? join(folder, 'postgres'), durable: false })),
      keep(startClickhouse({ directory: join(folder, 'clickhouse'), isAdmin: true })),
    ]);
    return {
      folder,
      env: { DATA_DIR: data, DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url },
      stop: async () => {
        await Promise.all([postgres.stop(), clickhouse.stop()]);
      },
    };
  }
  return {
    keep,
    startMachine: (name: string) => startMachine(name),
    setUp: () => {
      scratch = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
      chmodSync(scratch, 0o711);
    },
    tearDown: async () => {
      for (const one of running.reverse()) await one.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
    /** Backs up running databases. ClickHouse first: Postgres must contain every site with events. */
    backUp: async ({ folder, env }: Machine): Promise<Backup> => {
      const clickhouse = join(folder, 'clickhouse', 'backups', `backup-${randomUUID()}`);
      await onClickhouse(env.CLICKHOUSE_URL, `BACKUP DATABASE default TO File('${clickhouse}')`);
      const postgres = join(scratch, `postgres-${randomUUID()}`);
      await copyPostgres(env.DATABASE_URL, join(folder, 'postgres'), postgres);
      return { postgres, clickhouse };
    },
    /** Starts new databases from a backup. */
    restore: async ({ postgres, clickhouse }: Backup, name: string): Promise<Machine> => {
      const machine = await startMachine(name, postgres);
      const file = join(machine.folder, 'clickhouse', 'backups', 'restored');
      cpSync(clickhouse, file, { recursive: true });
      await onClickhouse(machine.env.CLICKHOUSE_URL, `RESTORE DATABASE default FROM File('${file}')`);
      return machine;
    },
  };
}

async function onClickhouse(clickhouseUrl: string, query: string): Promise<void> {
  const client = createClickhouse({ clickhouseUrl, applicationName: 'backup' });
  try {
    await client.command({ query });
  } finally {
    await client.close();
  }
}
