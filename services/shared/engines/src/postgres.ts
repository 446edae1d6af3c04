import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from './binaries';
import { lockDataDirectory } from './data-directory';
import { childExit, logTail, storedPassword, type Engine, type EngineOptions } from './engine';
import { freePort } from './free-port';
import { postgresAccount, postgresLauncher, type PostgresCommand } from './postgres-account';
import { ensureCluster, ensureDatabase, postgresSettings } from './postgres-cluster';
import { postmasterFile, stopOrphan } from './postgres-orphan';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 5;
const PORT_ATTEMPTS = 5;

/** Options of an embedded Postgres. */
export interface PostgresOptions extends EngineOptions {
  /** Default true. False turns fsync off: faster, but a crash loses data. */
  readonly durable?: boolean;
}

/**
 * Starts Postgres on a free port of 127.0.0.1 with the database `headwater`. Creates its cluster the first time.
 *
 * @throws if the directory is in use, or with the end of the log if the server does not start.
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
    if (!stopped) onCrash?.(new Error(`Postgres exited unexpectedly (${signal ?? code}).\n${tail}`));
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
    if (await becomesReady(server, data)) return { server, port };
    server.kill('SIGQUIT');
    const tail = logTail(logFile);
    // Another process may have taken the port, or the backends of a killed server may still run.
    const isTransient = /could not bind|could not create any TCP|still in use/.test(tail);
    if (!isTransient || attempt === PORT_ATTEMPTS) throw new Error(`Postgres did not start.\n${tail}`);
    await childExit(server, STOP_TIMEOUT_MS);
  }
}

function spawnServer({ command, args, options }: PostgresCommand, logFile: string): ChildProcess {
  const log = openSync(logFile, 'w', 0o600);
  // In a separate session, so that Ctrl-C reaches only this process, which drains before it stops the engine.
  const server = spawn(command, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  server.on('error', () => {});
  return server;
}

/** Waits until the server writes `ready` to postmaster.pid, like pg_ctl. */
async function becomesReady(server: ChildProcess, data: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = postmasterFile(data);
    if (file?.pid === server.pid && file?.status === 'ready') return true;
    if (await childExit(server, POLL_MS)) return false;
  }
  return false;
}

/** Fast shutdown (SIGINT) ends the sessions; SIGTERM would wait for clients to disconnect. */
async function stopServer(server: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.kill(signal);
    if (await childExit(server, STOP_TIMEOUT_MS)) return;
  }
}
