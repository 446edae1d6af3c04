import { setTimeout as sleep } from 'node:timers/promises';

export interface InstalledMarker {
  /** Records that the snippet of a site is live, once per site. Returns immediately; failures are retried in the background. */
  mark(siteId: number): void;
  /** Stops the retries and waits for running calls. */
  close(): Promise<void>;
}

/** Pauses between attempts, in milliseconds. */
const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200];

/** @param record calls the sites service; idempotent. */
export function createInstalledMarker(
  record: (siteId: number) => Promise<void>,
  onFailure: (siteId: number, error: unknown) => void,
): InstalledMarker {
  const marked = new Set<number>();
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  const tryToMark = async (siteId: number): Promise<void> => {
    for (const pause of [...PAUSES_MS, undefined]) {
      try {
        return await record(siteId);
      } catch (error) {
        if (pause === undefined || closing.signal.aborted) {
          marked.delete(siteId); // the site's next event tries again
          return onFailure(siteId, error);
        }
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };

  return {
    mark: (siteId) => {
      if (marked.has(siteId)) return;
      marked.add(siteId);
      const attempt = tryToMark(siteId).finally(() => running.delete(attempt));
      running.add(attempt);
    },
    close: async () => {
      closing.abort();
      await Promise.all(running);
    },
  };
}
