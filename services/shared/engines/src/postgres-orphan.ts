import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;

/** The process id and status in postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  /** `ready`, `starting`, …; empty while the file is being written. */
  readonly status: string;
}

/** Reads `<data>/postmaster.pid` (lines: pid, data, start time, port, socket, host, memory, status); undefined when absent. */
export function postmasterFile(data: string): PostmasterFile | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
}

/**
 * Stops a Postgres that outlived its killed parent. The caller holds the directory's lock, so any Postgres on it is an orphan. If
 * the process id in the pid file now belongs to another program, removes the file; otherwise Postgres would refuse to start.
 */
export async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
  const orphan = postmasterFile(data);
  if (!orphan || !isAlive(orphan.pid)) return;
  if (!commandLine(orphan.pid).includes(`-D ${data}`)) {
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Stopping the Postgres of an earlier run (process ${orphan.pid})`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await exits(orphan.pid, signal)) return;
  }
  throw new Error(
    `The Postgres of an earlier run (process ${orphan.pid}) does not exit. Kill it and start again.`,
  );
}

async function exits(pid: number, signal: NodeJS.Signals): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

/** True for an existing process that is not a zombie. */
function isAlive(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && commandLine(pid) !== '';
}

/** The command line, joined by spaces; empty without such a process. */
function commandLine(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
