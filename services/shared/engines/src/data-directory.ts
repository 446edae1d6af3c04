import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DataType, load, open } from 'ffi-rs';

const LOCK_FILE = 'lock';
const LOCK_EX_NB = 6;

/** A data directory held by this process. */
export interface DataDirectoryLock {
  /** Lets others use the directory; may be called twice. The end of the process releases it too. */
  release(): void;
}

/**
 * Makes `directory` (mode 0711: another account may pass through, not list) and takes its lock, or throws
 * naming the process that has it. The lock is flock(2) on `<directory>/lock`: the kernel frees it with the
 * process, so a `kill -9` leaves nothing stale, a reused pid misleads nobody and two starters cannot both win.
 */
export function lockDataDirectory(directory: string): DataDirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const file = join(directory, LOCK_FILE);
  // Opened close-on-exec by Node: children never inherit the lock.
  const fd = openSync(file, 'a+', 0o600);
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

  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      // The file stays: removing it would let a third process lock a new file beside a waiter on the old one.
      closeSync(fd);
    },
  };
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
