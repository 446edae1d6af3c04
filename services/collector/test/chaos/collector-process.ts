import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';

/** A collector as a process of its own, always on the same port, that can be killed and started again. */
export interface CollectorProcess {
  readonly url: string;
  start(): Promise<void>;
  /** SIGSTOP; it accepts connections but does not answer. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** `kill -9`; resolves when the process has ended. */
  kill(): Promise<void>;
  /** SIGTERM; returns its exit code, which is not 0 when it did not stop within its own deadline. */
  stop(): Promise<number | null>;
  /** The ids of the processes that it has started itself. */
  children(): number[];
  /** Resident memory in MiB, 0 while it is not running. */
  memoryMib(): number;
  /** The last 4,000 characters of its log. */
  log(): string;
}

/** @param env settings beside its ports */
export async function collectorProcess(env: Readonly<Record<string, string>>): Promise<CollectorProcess> {
  const root = join(packageRoot('@headwater/collector'), '../..');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const victim = child;
    child = undefined;
    if (!victim || victim.exitCode !== null) return victim?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => victim.once('exit', resolve));
    victim.kill(signal);
    return ended;
  };
  return {
    url,
    start: async () => {
      const started = spawn(process.execPath, ['dist/collector.js'], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          COLLECTOR_PORT: String(port),
          COLLECTOR_GRPC_PORT: '0',
          LOG_LEVEL: 'warn',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
      await waitFor('the collector to answer', async () => {
        if (started.exitCode !== null) throw new Error(output);
        return (await fetch(`${url}/healthz`)).ok;
      });
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    children: () => (child?.pid === undefined ? [] : childrenOf(child.pid)),
    memoryMib: () => (child?.pid === undefined ? 0 : residentMib(child.pid)),
    log: () => output,
  };
}

function childrenOf(pid: number): number[] {
  const list = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return list
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (id !== undefined && parent === pid ? [id] : []));
}

function residentMib(pid: number): number {
  const kib = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kib) / 1024);
}

/** Returns a port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
