import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from './event-log';

export interface LeftLogs {
  /** For how long the oldest event of them has been waiting, in milliseconds; 0 when there is none. */
  waitingMs(): number;
  /** What is not shipped by then is, after the next start. */
  close(): Promise<void>;
}

const LOOK_AGAIN_MS = 1_000;

/**
 * Ships the logs that processes left which are no more, in the background, and removes their folders when they are empty.
 *
 * @param open opens the log in a folder and begins to ship it
 */
export function shipLeftLogs(
  directories: readonly string[],
  open: (directory: string) => Promise<EventLog>,
  onFailure: (directory: string, error: unknown) => void,
): LeftLogs {
  const closing = new AbortController();
  const opened = new Set<EventLog>();

  const ship = async (directory: string): Promise<void> => {
    const log = await open(directory);
    opened.add(log);
    let isEmpty = false;
    while (!isEmpty && !closing.signal.aborted) isEmpty = await log.settled(LOOK_AGAIN_MS);
    opened.delete(log);
    await log.close();
    if (isEmpty) await rm(directory, { recursive: true });
  };

  const keepTrying = async (directory: string): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await ship(directory);
      } catch (error) {
        onFailure(directory, error);
        await sleep(5 * LOOK_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };

  const work = Promise.all(directories.map(keepTrying));
  return {
    waitingMs: () => Math.max(0, ...Array.from(opened, (log) => log.waitingMs())),
    close: async () => {
      closing.abort();
      await work;
    },
  };
}
