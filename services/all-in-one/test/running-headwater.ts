import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { packageRoot } from '@headwater/kit/package-root';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedDatabase } from '@headwater/migrate/testing/migrated-database';
import { waitFor } from '@headwater/kit/testing/wait-for';

/** All services in a separate process, on running databases. */
export interface RunningHeadwater {
  /** Calls the API with the token of the data directory. @returns the body. @throws unless the status is 2xx */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>>;
  /** The superuser's URL of the embedded Postgres, or the external URL. */
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** The output so far. */
  output(): string;
  stop(): Promise<void>;
}

const FREE_PORTS = ['GATEWAY', 'COLLECTOR', 'COLLECTOR_GRPC', 'SITES', 'IDENTITY', 'ANALYTICS'];

/** Starts the process. @throws with its output if it exits. */
export async function startHeadwater(env: {
  readonly DATA_DIR: string;
  /** Default: the embedded database. */
  readonly DATABASE_URL?: string;
  readonly CLICKHOUSE_URL?: string;
  readonly PURGE_SCHEDULE?: string;
}): Promise<RunningHeadwater> {
  const root = join(packageRoot('@headwater/all-in-one'), '../..');
  const ports = Object.fromEntries(FREE_PORTS.map((name) => [`${name}_PORT`, '0']));
  const child = spawn(process.execPath, [join(root, 'dist/all-in-one.js')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', DETECTION: 'off', ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await waitFor(
      'Headwater to be ready, or to end',
      () => output.includes('Headwater is ready') || child.exitCode !== null,
      90_000,
    );
    if (child.exitCode !== null) throw new Error(output);
  } catch (error) {
    await stop();
    throw error;
  }
  const { apiUrl, databaseUrl, clickhouseUrl } = JSON.parse(
    readFileSync(join(env.DATA_DIR, 'addresses.json'), 'utf8'),
  ) as Record<'apiUrl' | 'databaseUrl' | 'clickhouseUrl', string>;
  const token = readFileSync(join(env.DATA_DIR, 'token'), 'utf8').trim();
  return {
    call: async (method, path, body, headers) => {
      const answer = await fetch(`${apiUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
    databaseUrl,
    clickhouseUrl,
    output: () => output,
    stop,
  };
}

/** A data directory with databases of the test engines. */
export interface TestInstallation {
  readonly dataDir: string;
  readonly clickhouse: TestClickhouse;
  start(): Promise<RunningHeadwater>;
  /** Reads a file of the data directory. */
  read(name: string): string;
  /** Stops the process that runs, and removes everything. */
  remove(): Promise<void>;
}

/** Creates an installation without data, which starts several times. */
export async function createTestInstallation(): Promise<TestInstallation> {
  const [database, clickhouse] = await Promise.all([migratedDatabase(), migratedClickhouse()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-installation-'));
  chmodSync(dataDir, 0o711);
  let running: RunningHeadwater | undefined;
  return {
    dataDir,
    clickhouse,
    start: async () =>
      (running = await startHeadwater({
        ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url },
      })),
    read: (name) => readFileSync(join(dataDir, name), 'utf8').trim(),
    remove: async () => {
      await running?.stop();
      await database.drop();
      await clickhouse.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
