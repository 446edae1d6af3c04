import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { waitFor } from './wait-for';

/** Where a program of this machine is, undefined when there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Tells on the standard error that tests do not run, and why: jest swallows the console of files that only skip. */
export function tellSkipped(why: string): void {
  process.stderr.write(`Skipped: ${why}.\n`);
}

/** A port of loopback that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Program {
  readonly args: readonly string[];
  readonly port: number;
  /** File that what it says is written to. */
  readonly output: string;
  /** Default 30 s. */
  readonly openWithinMs?: number;
}

/**
 * Starts a server that stays in the foreground, and waits until its port is open.
 *
 * @returns stops it. @throws Error with what it said, when it ends before or takes too long; it has ended then.
 */
export async function startProgram(
  path: string,
  { args, port, output, openWithinMs, ...options }: Program & Pick<SpawnOptions, 'env' | 'uid' | 'gid'>,
): Promise<() => Promise<void>> {
  const log = openSync(output, 'w');
  const child = spawn(path, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const over = new AbortController();
  const ended = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  // One that can't be started has no end.
  for (const event of ['exit', 'error']) child.once(event, () => over.abort());
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  try {
    await waitFor(path, () => over.signal.aborted || isOpen(port), openWithinMs);
    if (over.signal.aborted) throw new Error(`${path} ended`);
  } catch (error) {
    await stop('SIGKILL');
    const { message } = error as Error;
    throw new Error(`${message}. It said: ${readFileSync(output, 'utf8')}`, { cause: error });
  }
  return () => stop('SIGTERM');
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
