import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { waitFor } from './wait-for';

/** Returns the path of a program on PATH; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Writes the reason of skipped tests to standard error: jest hides the console of files that only skip. */
export function logSkipped(why: string): void {
  process.stderr.write(`Skipped: ${why}.\n`);
}

/** Returns a loopback port that is free at the moment. */
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
  /** File for its output. */
  readonly output: string;
  /** Default 30 s. */
  readonly openWithinMs?: number;
}

/**
 * Starts a foreground server and waits until its port is open.
 *
 * @returns stops the server. @throws Error with its output when it exits early or times out; it is stopped then.
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
  // A program that cannot be started emits no exit event.
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
    throw new Error(`${message}. Output: ${readFileSync(output, 'utf8')}`, { cause: error });
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
