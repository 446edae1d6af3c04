import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { clickhousePackage } from './binaries';
import { clickhouseConfig, type ClickhouseCluster, type ClickhouseConfig } from './clickhouse-config';
import { lockDataDirectory } from './data-directory';
import { childExit, logTail, storedPassword, type Engine, type EngineOptions } from './engine';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const MEMORY_SHARE = 0.5;
const WATCH_MS = 50;
/** The files that compose and the chart use, too. */
const SHARED_CONFIG = join(packageRoot('@headwater/engines'), '../../../helm/headwater/files/clickhouse');
/** In the engine's log when its port is in use. */
export const PORT_TAKEN = 'Address already in use';

/** Options of an embedded ClickHouse. */
export interface ClickhouseOptions extends EngineOptions {
  /** Gives the user all rights, for tests and benchmarks that create databases. Default: the rights that services need. */
  readonly isAdmin?: boolean;
  /** Makes the engine a shard of a cluster on this machine; numbers start at 0. */
  readonly shard?: { readonly number: number; readonly cluster: ClickhouseCluster };
}

/**
 * Starts ClickHouse on a free port of 127.0.0.1, in a child process that exits with this one.
 *
 * @throws if the directory is in use, or with the end of the log if the engine does not respond within a minute.
 */
export async function startClickhouse(options: ClickhouseOptions): Promise<Engine> {
  const { directory, log = () => {}, isAdmin = false, shard } = options;
  const lock = lockDataDirectory(directory);
  let child: ChildProcess | undefined;
  try {
    const startedAt = performance.now();
    const displayName = randomUUID();
    const password = storedPassword(directory);
    writeConfig(directory, { displayName, password, isAdmin, cluster: shard?.cluster });
    const tcpPort = shard?.cluster.tcpPorts[shard.number];
    if (tcpPort !== undefined) await refuseTakenPort(tcpPort);
    child = forkEngine(directory, tcpPort);
    const port = await reportedPort(child, join(directory, 'clickhouse.log'));
    await checkResponse(port, password, displayName);
    log(`ClickHouse ready on port ${port} after ${Math.round(performance.now() - startedAt)} ms`);
    return running({ child, lock, url: `http://headwater:${password}@127.0.0.1:${port}/default` }, options);
  } catch (error) {
    if (child) await stopEngine(child);
    lock.release();
    throw error;
  }
}

/** Checks the port first, because the engine sometimes hangs when its port is in use. */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw new Error(`${PORT_TAKEN}: ClickHouse cannot listen on 127.0.0.1:${port}.`, { cause: error });
  }
  probe.close();
  await once(probe, 'close');
}

function running(
  parts: { child: ChildProcess; lock: { release(): void }; url: string },
  { onCrash, directory }: EngineOptions,
): Engine {
  const { child, lock, url } = parts;
  let stopped: Promise<void> | undefined;
  child.once('exit', (code, signal) => {
    lock.release();
    const tail = logTail(join(directory, 'clickhouse.log'));
    if (!stopped) onCrash?.(new Error(`ClickHouse exited unexpectedly (${signal ?? code}).\n${tail}`));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => (stopped ??= stopEngine(child)),
  };
}

function writeConfig(
  directory: string,
  identity: Pick<ClickhouseConfig, 'displayName' | 'password' | 'isAdmin'> & {
    readonly cluster: ClickhouseCluster | undefined;
  },
): void {
  const backupsPath = join(directory, 'backups');
  const metadata = join(directory, 'data', 'metadata');
  mkdirSync(backupsPath, { recursive: true, mode: 0o700 });
  mkdirSync(join(directory, 'data'), { recursive: true, mode: 0o700 });
  mkdirSync(metadata, { recursive: true });
  const memoryBytes = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Infinity) * MEMORY_SHARE,
  );
  const file = join(directory, 'config.xml');
  const { cluster, ...rest } = identity;
  const config = clickhouseConfig({
    file,
    backupsPath,
    ...rest,
    memoryBytes,
    ...(cluster ? { cluster } : {}),
  });
  writeFileSync(file, config, { mode: 0o600 });
  const additions = join(directory, 'config.d');
  rmSync(additions, { recursive: true, force: true });
  mkdirSync(additions, { mode: 0o700 });
  for (const name of identity.isAdmin ? ['server.xml'] : ['server.xml', 'users.xml'])
    copyFileSync(join(SHARED_CONFIG, name), join(additions, name));
  // Without this file, every start but the first fails to attach system.query_log.
  const systemDatabase = join(metadata, 'system.sql');
  if (!existsSync(systemDatabase))
    writeFileSync(systemDatabase, `ATTACH DATABASE _ UUID '${randomUUID()}'\nENGINE = Atomic\n`);
}

function forkEngine(directory: string, tcpPort: number | undefined): ChildProcess {
  const log = openSync(join(directory, 'clickhouse.log'), 'w', 0o600);
  const argument = {
    library: join(clickhousePackage(), 'libchdb.so'),
    configFile: join(directory, 'config.xml'),
    dataPath: join(directory, 'data'),
    portFile: join(directory, 'port'),
    lockFile: join(directory, 'engine.lock'),
    tcpPort,
  };
  const child = fork(
    join(packageRoot('@headwater/engines'), 'child', 'clickhouse-child.cjs'),
    [JSON.stringify(argument)],
    {
      // In a separate session, so that Ctrl-C reaches only this process, which drains before it stops the engine.
      detached: true,
      cwd: directory,
      env: { TZ: 'UTC' },
      execArgv: [],
      // The engine writes terminal control codes to standard output.
      stdio: ['ignore', 'ignore', log, 'ipc'],
    },
  );
  closeSync(log);
  return child;
}

function reportedPort(child: ChildProcess, logFile: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(failed('did not start within a minute'))),
      START_TIMEOUT_MS,
    );
    const failed = (what: string): Error => new Error(`ClickHouse ${what}.\n${logTail(logFile)}`);
    const onMessage = (message: unknown): void => finish(() => resolve((message as { port: number }).port));
    const onExit = (): void => finish(() => reject(failed('exited while starting')));
    const onError = (error: Error): void => finish(() => reject(error));
    // The engine keeps running without a listener when its port is in use.
    const watch = setInterval(() => {
      if (logTail(logFile).includes(PORT_TAKEN)) finish(() => reject(failed('could not listen')));
    }, WATCH_MS);
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      clearInterval(watch);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      end();
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
  });
}

async function checkResponse(port: number, password: string, displayName: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/?query=select%201`, {
    headers: { 'X-ClickHouse-User': 'headwater', 'X-ClickHouse-Key': password, connection: 'close' },
    signal: AbortSignal.timeout(START_TIMEOUT_MS),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`ClickHouse returned ${response.status}: ${body}`);
  if (response.headers.get('x-clickhouse-server-display-name') !== displayName)
    throw new Error(`Another server responds on port ${port}, which ClickHouse had chosen.`);
}

async function stopEngine(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (await childExit(child, STOP_TIMEOUT_MS)) return;
  child.kill('SIGKILL');
  await childExit(child, STOP_TIMEOUT_MS);
}
