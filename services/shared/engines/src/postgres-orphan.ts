import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 10;

/** The parts of postmaster.pid that matter here. */
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
 * Stops a Postgres that outlived a killed parent. The caller holds the lock of the directory, so that whatever
 * runs on it is an orphan. A pid file whose number now belongs to another program is removed, as Postgres
 * itself would take that program for a running server and refuse to start.
 */
export async function stopOrphan(data: string, log: (line: string) => void): Promise<void> {
  const left = postmasterFile(data);
  if (!left || !isAlive(left.pid)) return;
  if (!commandLine(left.pid).includes(`-D ${data}`)) {
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Stopping a Postgres (process ${left.pid}) left behind by an earlier run`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await ends(left.pid, signal)) return;
  }
  throw new Error(
    `A Postgres left behind by an earlier run (process ${left.pid}) does not end; kill it and start again.`,
  );
}

async function ends(pid: number, signal: NodeJS.Signals): Promise<boolean> {
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

/** Exists and is not a zombie, which only waits for its parent to read its exit code. */
function isAlive(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && commandLine(pid) !== '';
}

/** Command line, words joined by spaces; empty when there is no such process. */
function commandLine(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
