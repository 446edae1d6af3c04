import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childExit } from './child-exit';
import { lockDataDirectory } from './data-directory';
import type { Engine, EngineOptions } from './engine';
import { freePort } from './free-port';
import { logTail } from './log-tail';
import { postgresAccount } from './postgres-account';
import { postgresBinaries } from './postgres-binaries';
import { ensureCluster } from './postgres-cluster';
import { postgresLauncher, type PostgresCommand } from './postgres-command';
import { ensureDatabase } from './postgres-database';
import { postmasterFile, stopOrphan } from './postgres-orphan';
import { postgresSettings } from './postgres-settings';
import { storedPassword } from './stored-password';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 5;
const PORT_ATTEMPTS = 5;

/** Options of an embedded Postgres. */
export interface PostgresOptions extends EngineOptions {
  /** True by default. False turns fsync and its like off: faster, for data that a crash may take. */
  readonly durable?: boolean;
}

/**
 * Starts Postgres on a free port of 127.0.0.1, after making its cluster the first time, with the database
 * `headwater`. Throws when the directory is in use or the server does not come up, with the end of its log.
 */
export async function startPostgres(options: PostgresOptions): Promise<Engine> {
  const { directory: given, log = () => {}, durable = true } = options;
  const lock = lockDataDirectory(given);
  let server: ChildProcess | undefined;
  try {
    const startedAt = performance.now();
    const directory = realpathSync(given);
    const password = storedPassword(directory);
    const owner = existsSync(join(directory, 'data')) ? statSync(join(directory, 'data')) : undefined;
    const account = postgresAccount(owner);
    const launcher = postgresLauncher(directory, account);
    const binaries = postgresBinaries(directory, account);
    const data = await ensureCluster({ directory, binaries, launcher, account, password, durable });
    await stopOrphan(data, log);

    const command = (port: number): PostgresCommand =>
      launcher(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...postgresSettings(durable)]);
    const started = await startOnFreePort(command, data, join(directory, 'postgres.log'));
    server = started.server;
    const origin = `postgres://postgres:${password}@127.0.0.1:${started.port}`;
    await ensureDatabase(`${origin}/postgres`, 'headwater');
    log(`Postgres ready on port ${started.port} after ${Math.round(performance.now() - startedAt)} ms`);
    return running({ server, lock, url: `${origin}/headwater` }, options);
  } catch (error) {
    if (server) await stopServer(server);
    lock.release();
    throw error;
  }
}

function running(
  parts: { server: ChildProcess; lock: { release(): void }; url: string },
  { onCrash, directory }: PostgresOptions,
): Engine {
  const { server, lock, url } = parts;
  let stopped: Promise<void> | undefined;
  server.once('exit', (code, signal) => {
    lock.release();
    const tail = logTail(join(directory, 'postgres.log'));
    if (!stopped) onCrash?.(new Error(`Postgres ended by itself (${signal ?? code}).\n${tail}`));
  });
  return { url, pid: server.pid ?? 0, stop: () => (stopped ??= stopServer(server)) };
}

async function startOnFreePort(
  command: (port: number) => PostgresCommand,
  data: string,
  logFile: string,
): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = spawnServer(command(port), logFile);
    if (await becameReady(server, data)) return { server, port };
    server.kill('SIGQUIT');
    const tail = logTail(logFile);
    // The free port may have been taken meanwhile, or the backends of a killed server may still be leaving.
    const passing = /could not bind|could not create any TCP|still in use/.test(tail);
    if (!passing || attempt === PORT_ATTEMPTS) throw new Error(`Postgres did not start.\n${tail}`);
    await childExit(server, STOP_TIMEOUT_MS);
  }
}

function spawnServer({ command, args, options }: PostgresCommand, logFile: string): ChildProcess {
  const log = openSync(logFile, 'w', 0o600);
  // A session of its own: Ctrl-C reaches only us, who drain before we stop the engine.
  const server = spawn(command, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  server.on('error', () => {});
  return server;
}

/** The server writes its state to postmaster.pid; pg_ctl reads it there too. */
async function becameReady(server: ChildProcess, data: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = postmasterFile(data);
    if (file?.pid === server.pid && file?.status === 'ready') return true;
    if (await childExit(server, POLL_MS)) return false;
  }
  return false;
}

/** SIGINT ends the sessions and stops cleanly, where SIGTERM would wait for clients to leave. */
async function stopServer(server: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.kill(signal);
    if (await childExit(server, STOP_TIMEOUT_MS)) return;
  }
}
