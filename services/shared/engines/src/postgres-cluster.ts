import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import type { PostgresAccount, PostgresLauncher } from './postgres-account';

/** Options of `initdb`. */
export interface ClusterOptions {
  /** Folder of the engine; the cluster goes to `<directory>/data`. */
  readonly directory: string;
  /** Folder of `initdb`. */
  readonly binaries: string;
  readonly launcher: PostgresLauncher;
  readonly account: PostgresAccount | undefined;
  /** Password of the superuser `postgres`. */
  readonly password: string;
  /** False skips fsync, for the data of a test run. */
  readonly durable: boolean;
}

/** Creates the cluster if there is none, with UTF-8 and byte order collation on every machine. @returns its folder */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { directory, binaries, launcher, account, password, durable } = options;
  const data = join(directory, 'data');
  if (existsSync(data)) return data;

  // Renamed when complete: an aborted start must not leave a partial cluster.
  const unfinished = join(directory, 'data.new');
  const passwordFile = join(directory, 'initdb.password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);

  const authentication = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    ...authentication,
    ...locale,
    ...(durable ? [] : ['--no-sync']),
  ];
  const { command, args: words, options: as } = launcher(join(binaries, 'initdb'), args);
  try {
    await promisify(execFile)(command, words, { ...as, cwd: '/' });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`initdb could not create a Postgres cluster in ${directory}.\n${stderr || message}`, {
      cause,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, data);
  return data;
}

/** Creates the database if it is missing. @param url of another database */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Server settings of an embedded Postgres as `-c` arguments. */
export function postgresSettings(durable: boolean): string[] {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : NOT_DURABLE) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // No socket: its path may exceed 107 bytes, and TCP costs 0.05 ms more per query.
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Compiling a plan takes longer than any of our queries.
  jit: 'off',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Statements and the DETAIL of errors contain personal data, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const DURABLE = {
  // Without statistics of new tables, plans read whole tables: payments take twice the CPU time. The default is a minute.
  autovacuum_naptime: '10s',
};

const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};
