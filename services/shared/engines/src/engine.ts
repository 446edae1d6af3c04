import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A database engine running as a child of this process. */
export interface Engine {
  /** Connection URL with credentials and database. Every start picks another port. */
  readonly url: string;
  /** Process id of the engine. */
  readonly pid: number;
  /** Stops the engine cleanly and waits for its process to exit. May be called twice. */
  stop(): Promise<void>;
}

/** The directory and the callbacks of an engine. */
export interface EngineOptions {
  /** Absolute path, used by this engine only. Created if missing; kept when the engine stops. */
  readonly directory: string;
  /** Receives one line per step. Default: silent. */
  readonly log?: (line: string) => void;
  /** Called once if the engine exits without `stop`. */
  readonly onCrash?: (error: Error) => void;
}

/** Waits up to `milliseconds` for the child to exit. @returns whether it has exited */
export function childExit(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), milliseconds);
    const finish = (exited: boolean): void => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(exited);
    };
    const onExit = (): void => finish(true);
    child.once('exit', onExit);
  });
}

const TAIL_LINES = 12;

/** The last lines of an engine's log file, for error messages. */
export function logTail(file: string): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

/** The URL-safe password stored in `<directory>/password` (mode 0600). Generates it the first time. */
export function storedPassword(directory: string): string {
  const file = join(directory, 'password');
  if (!existsSync(file)) {
    // Written atomically: an engine initialised with a partial password could never be opened again.
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}
