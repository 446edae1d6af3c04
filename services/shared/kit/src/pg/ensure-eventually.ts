import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log';
import { isPostgresUnavailable } from './unavailable';

const EVERY_MS = 1_000;

/** Something that needs Postgres and is done once, as soon as Postgres is there. */
export interface Eventually {
  isDone(): boolean;
  /** Gives up, and waits for the try under way. */
  stop(): Promise<void>;
}

/**
 * Does `work` now, or while Postgres is away again and again in the background.
 *
 * @throws what the first try throws, unless that is Postgres's absence.
 */
export async function ensureEventually(work: () => Promise<void>, log: Logger): Promise<Eventually> {
  const stopped = new AbortController();
  let done = false;
  const attempt = async (): Promise<void> => {
    await work();
    done = true;
  };
  const repeat = async (): Promise<void> => {
    for (;;) {
      try {
        await pause(EVERY_MS, undefined, { signal: stopped.signal, ref: false });
      } catch {
        return; // stopped
      }
      const wasDone = await attempt().then(
        () => true,
        (error: unknown) => {
          if (!isPostgresUnavailable(error)) log.error({ err: error }, 'could not finish the start');
          return false;
        },
      );
      if (wasDone) return;
    }
  };
  let repeating: Promise<void> = Promise.resolve();
  try {
    await attempt();
  } catch (error) {
    if (!isPostgresUnavailable(error)) throw error;
    log.warn({ err: error }, 'Postgres can not be asked: starting all the same, not ready until it can');
    repeating = repeat();
  }
  return {
    isDone: () => done,
    stop: async () => {
      stopped.abort();
      await repeating;
    },
  };
}
