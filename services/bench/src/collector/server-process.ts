import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A server under load, in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  /** User and system time that it and the processes that it started have used so far, in ms. */
  cpuMs(): number;
  /** Of that the threads that JavaScript runs in: the rest are disk, garbage and compiling beside them. */
  mainCpuMs(): number;
  stop(): Promise<void>;
}

/** Clock ticks of /proc a second: always 100 for programs on Linux. */
const TICKS_PER_SECOND = 100;

/** Starts a Node program and waits for the line of output that tells its port as `"http":12345`, or under another name. */
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
    const portTold = new RegExp(`"${portName}":(\\d+)`);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = portTold.exec(output)?.[1];
      if (found === undefined) return;
      // What it logs under load is taken from it and thrown away: kept and searched, it would slow down whoever measures.
      child.stdout.off('data', read).resume();
      resolve(Number(found));
    };
    child.stdout.on('data', read);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  return {
    port,
    cpuMs: () => cpuMsOf(String(child.pid), (pid) => `/proc/${pid}/stat`),
    mainCpuMs: () => cpuMsOf(String(child.pid), (pid) => `/proc/${pid}/task/${pid}/stat`),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Of a process and its children. */
function cpuMsOf(pid: string, statOf: (pid: string) => string): number {
  const fields = readFileSync(statOf(pid), 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuMsOf(child, statOf), own);
}
