import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

/** A server process under load. */
export interface ServerProcess {
  readonly port: number;
  /** User and system time of the process and its child processes so far, in ms. */
  cpuMs(): number;
  /** The part of `cpuMs` that the main threads used. The rest is disk I/O, garbage collection and compilation. */
  mainCpuMs(): number;
  stop(): Promise<void>;
}

/** Clock ticks per second in /proc, always 100 on Linux. */
const TICKS_PER_SECOND = 100;

/** Starts a Node program and waits for its port in the output, such as `"http":12345`. */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  portName: 'http' | 'grpc' = 'http',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    const portPattern = new RegExp(`"${portName}":(\\d+)`);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = portPattern.exec(output)?.[1];
      if (found === undefined) return;
      // Discards the later output: searching it would slow down the measuring process.
      child.stdout.off('data', read).resume();
      resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} exited with ${code}:\n${output}`)));
  });
  return {
    port,
    cpuMs: () => cpuMsOf(String(child.pid)),
    mainCpuMs: () => cpuMsOf(String(child.pid), (pid) => `/proc/${pid}/task/${pid}/stat`),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** CPU time of a process and its children, also of those that have ended, in ms. */
export function cpuMsOf(pid: string, statOf = (each: string): string => `/proc/${each}/stat`): number {
  const fields = readFileSync(statOf(pid), 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // User and system time of the process, then of its ended children.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const own = (ticks * 1_000) / TICKS_PER_SECOND;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuMsOf(child, statOf), own);
}

/** Path of a program that `npm run build` has built. */
export function program(name: string): string {
  return join(packageRoot('@headwater/bench'), '../../dist', `${name}.js`);
}

/** Path of a file with recorded results. */
export function baselineFile(name: string): string {
  return join(packageRoot('@headwater/bench'), 'baselines', `${name}.json`);
}

/** Rounds to two decimal places. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The median; NaN without values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
