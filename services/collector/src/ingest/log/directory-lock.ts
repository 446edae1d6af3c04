import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A directory that is locked by this process. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a directory for this process, until it ends.
 *
 * The lock is a socket in the directory on which the holder listens: the kernel closes it with the process. A `kill -9` therefore
 * leaves no stale lock, process ids do not matter, and containers that share a volume see each other's locks.
 *
 * @param patienceMs max wait for a holder that is ending
 * @throws Error when another process holds the lock.
 */
export async function lockDirectory(directory: string, patienceMs = 0): Promise<DirectoryLock> {
  for (const end = performance.now() + patienceMs; ; await sleep(50)) {
    const lock = await tryToLock(directory);
    if (lock) return lock;
    if (performance.now() >= end)
      throw new Error(
        `${directory} is in use by another process. Stop that process, or set another COLLECTOR_LOG_DIR.`,
      );
  }
}

/** Undefined when another process holds the lock. */
async function tryToLock(directory: string): Promise<DirectoryLock | undefined> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = join(directory, 'lock');
  const own = `${lock}.${randomBytes(4).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(short(own), resolve);
  });
  // The lock must not keep the process alive.
  server.unref();
  const release = async (): Promise<void> => {
    await rm(own, { force: true });
    await new Promise((resolve) => server.close(resolve));
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await linked(own, lock)) {
      return {
        release: async () => {
          await rm(lock, { force: true });
          await release();
        },
      };
    }
    // Moved before the second check: of several processes that find a dead holder's socket, only one moves it.
    const moved = `${own}.old`;
    if (await isAlive(lock)) break;
    await rename(lock, moved).catch(() => undefined);
    if (await isAlive(moved)) await linked(moved, lock);
    await rm(moved, { force: true });
  }
  await release();
  return undefined;
}

/** Links the socket to a second name; false when the name exists. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(short(path));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** The path of a socket may have at most 107 bytes. */
function short(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}
