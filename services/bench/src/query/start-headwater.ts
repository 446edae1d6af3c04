import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@headwater/engines/free-port';
import { packageRoot } from '@headwater/kit/package-root';

/** All of Headwater in a process of its own, as `npm start` runs it. */
export interface RunningHeadwater {
  readonly apiUrl: string;
  readonly token: string;
  readonly clickhouseUrl: string;
  readonly sitesAddress: string;
  readonly analyticsAddress: string;
  /** Ends it, and removes its data unless the directory was given. */
  stop(): Promise<void>;
}

const PORTS = ['GATEWAY_PORT', 'COLLECTOR_PORT', 'COLLECTOR_GRPC_PORT', 'SITES_PORT', 'IDENTITY_PORT'];

/**
 * Starts the built `all-in-one` on ports of its own, and a data directory of its own or the one that is given, which is kept.
 * The limits of a question are those of `ANALYTICS_…` in the environment. @throws Error when it ends before it is ready.
 */
export async function startHeadwater(kept?: string): Promise<RunningHeadwater> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'bench-query-'));
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711); // as root, Postgres runs under another account that has to pass through
  const analyticsPort = String(await freePort());
  const child = spawn(process.execPath, [join(packageRoot('@headwater/bench'), '../../dist/all-in-one.js')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      ...Object.fromEntries(PORTS.map((name) => [name, '0'])),
      ANALYTICS_PORT: analyticsPort,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      // For an hour or two a day the bench's window is over: the second answer would come from memory.
      ANALYTICS_CACHE_MIB: '0',
      // A busy machine must not end what is measured.
      ANALYTICS_MAX_SECONDS: '600',
      RPC_DEADLINE_MS: '120000',
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => name.startsWith('ANALYTICS_MAX_')),
      ),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Headwater is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`all-in-one ended with ${code}:\n${output}`)));
  });
  const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as Pick<
    RunningHeadwater,
    'apiUrl' | 'clickhouseUrl' | 'sitesAddress'
  >;
  return {
    ...addresses,
    analyticsAddress: `127.0.0.1:${analyticsPort}`,
    token: readFileSync(join(dataDir, 'token'), 'utf8').trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
