import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import { freePort } from '@headwater/engines/free-port';
import { cpuMsOf, program } from '../processes';

/** A running all-in-one process. */
export interface RunningHeadwater {
  readonly apiUrl: string;
  readonly collectUrl: string;
  readonly databaseUrl: string;
  readonly token: string;
  /** Authenticates calls to analytics. */
  readonly rpcToken: string;
  readonly clickhouseUrl: string;
  readonly sitesAddress: string;
  readonly analyticsAddress: string;
  /** CPU time of the process and of its databases so far, in ms. */
  cpuMs(): number;
  /** Stops the process and removes its data, unless the directory was given. */
  stop(): Promise<void>;
}

interface HeadwaterOptions {
  /** Kept when the process stops. Default: a temporary directory. */
  readonly dataDir?: string | undefined;
  /** Further settings. Default: the limits of an installation. */
  readonly env?: NodeJS.ProcessEnv;
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const PORTS = ['GATEWAY_PORT', 'COLLECTOR_PORT', 'COLLECTOR_GRPC_PORT', 'SITES_PORT', 'IDENTITY_PORT'];

/**
 * Starts the built `all-in-one` on free ports, in a temporary data directory or the given one. `ANALYTICS_MAX_…` in the
 * environment sets the query limits. @throws Error when the process exits before it is ready
 */
export async function startHeadwater({
  dataDir: givenDir,
  env = {},
}: HeadwaterOptions): Promise<RunningHeadwater> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'bench-query-'));
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711); // as root, Postgres runs as another user, which needs to traverse it
  // Its query log has the cost of the statements, which the user of the services can't read.
  const clickhouse = await startClickhouse({ directory: join(dataDir, 'clickhouse'), isAdmin: true });
  const analyticsPort = String(await freePort());
  const child = spawn(process.execPath, [program('all-in-one')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      CLICKHOUSE_URL: clickhouse.url,
      ...Object.fromEntries(PORTS.map((name) => [name, '0'])),
      ANALYTICS_PORT: analyticsPort,
      ...env,
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => name.startsWith('ANALYTICS_MAX_')),
      ),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    for (const signal of STOP_SIGNALS) process.off(signal, stopAndExit);
    child.kill('SIGTERM');
    await ended;
    await clickhouse.stop();
    if (givenDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  // Otherwise the processes would outlive an interrupted benchmark.
  const stopAndExit = (): void => void stop().finally(() => process.exit(1));
  for (const signal of STOP_SIGNALS) process.once(signal, stopAndExit);
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Headwater is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`all-in-one exited with ${code}:\n${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as Pick<
    RunningHeadwater,
    'apiUrl' | 'collectUrl' | 'clickhouseUrl' | 'databaseUrl' | 'sitesAddress'
  >;
  return {
    ...addresses,
    analyticsAddress: `127.0.0.1:${analyticsPort}`,
    token: readFileSync(join(dataDir, 'token'), 'utf8').trim(),
    rpcToken: readFileSync(join(dataDir, 'rpc-token'), 'utf8').trim(),
    // ClickHouse is a child of this process.
    cpuMs: () =>
      cpuMsOf(String(process.pid)) - process.cpuUsage().user / 1_000 - process.cpuUsage().system / 1_000,
    stop,
  };
}

/** Creates a site, unless one with this domain exists. @returns its id */
export async function createSite(
  { apiUrl, token }: RunningHeadwater,
  domain: string,
  timezone: string,
): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain, timezone }),
  });
  if (!response.ok) throw new Error(`POST /api/v1/sites returned ${response.status}`);
  return ((await response.json()) as { id: number }).id;
}
