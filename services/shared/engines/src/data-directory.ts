import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DataType, load, open } from 'ffi-rs';

const LOCK_FILE = 'lock';
const LOCK_EX_NB = 6;

/** A data directory that this process has locked. */
export interface DataDirectoryLock {
  /** Releases the lock. May be called twice. The end of the process also releases it. */
  release(): void;
}

/**
 * Creates `directory` (mode 0711: other accounts can traverse but not list it) and locks it with flock(2) on `<directory>/lock`. The
 * kernel releases the lock when the process ends, so a killed process leaves no stale lock.
 *
 * @throws with the process that holds the lock, or the reason why the directory is not writable.
 */
export function lockDataDirectory(directory: string): DataDirectoryLock {
  const file = join(directory, LOCK_FILE);
  const fd = openInDirectory(directory, file);
  if (!tryLock(fd)) {
    const holder = readFileSync(file, 'utf8').trim();
    closeSync(fd);
    throw new Error(
      `The data directory ${directory} is in use by ${holder ? `process ${holder}` : 'another process'}. ` +
        'Stop that process first, or choose another data directory.',
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`);

  let isHeld = true;
  return {
    release() {
      if (!isHeld) return;
      isHeld = false;
      // Keeps the file: after removing it, two processes could lock the old and a new file.
      closeSync(fd);
    },
  };
}

/** @throws Error that says how to fix a directory that cannot be created or is not writable. */
function openInDirectory(directory: string, file: string): number {
  try {
    // On a read-only file system mkdir fails with a misleading ENOENT.
    accessSync(nearestExisting(directory), constants.W_OK);
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    // Opened close-on-exec by Node: children never inherit the lock.
    return openSync(file, 'a+', 0o600);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const problem = ['EACCES', 'EPERM', 'EROFS'].includes(code) ? 'is read-only' : 'cannot be used';
    throw new Error(
      `The data directory ${directory} ${problem} (${message}). Make it writable, or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}

function tryLock(fd: number): boolean {
  open({ library: 'libc', path: '' });
  const result = load({
    library: 'libc',
    funcName: 'flock',
    retType: DataType.I32,
    paramsType: [DataType.I32, DataType.I32],
    paramsValue: [fd, LOCK_EX_NB],
  });
  return result === 0;
}
