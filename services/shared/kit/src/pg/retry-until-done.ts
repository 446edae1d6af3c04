import { setTimeout as pause } from 'node:timers/promises';
import { BreakingMigrationError } from '../breaking-migration';
import type { Logger } from '../log';
import { isPostgresUnavailable } from './unavailable';

const EVERY_MS = 1_000;

/** Work that needs Postgres and runs once, as soon as Postgres is reachable. */
export interface BackgroundTask {
  isDone(): boolean;
  /** Stops retrying and waits for the current attempt. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now. While Postgres is unreachable, retries every second in the background. A breaking migration that a retry finds
 * ends the process.
 *
 * @param exit ends the process; a parameter for tests
 * @throws the error of the first attempt, unless Postgres was unreachable.
 */
export async function retryUntilDone(
  work: () => Promise<void>,
  log: Logger,
  exit: (code: number) => void = (code) => process.exit(code),
): Promise<BackgroundTask> {
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
          if (error instanceof BreakingMigrationError) {
            log.fatal({ err: error }, 'refusing to run on this schema');
            exit(1);
          } else if (!isPostgresUnavailable(error))
            log.error({ err: error }, 'startup task failed; retrying');
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
    log.warn({ err: error }, 'Postgres is unreachable; starting anyway, reporting not ready');
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
