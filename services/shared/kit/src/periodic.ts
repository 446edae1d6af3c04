export interface PeriodicTask {
  /** Aborts the signal of the current run, waits for its end, and starts no further run. */
  stop(): Promise<void>;
}

export interface PeriodicOptions {
  /** Time from the end of a run to the start of the next one, in milliseconds. */
  readonly intervalMs: number;
  /** Whether the first run starts immediately (default) or after one interval. */
  readonly immediately?: boolean;
  /** Runs are skipped while it returns false. Default: always enabled. */
  readonly isEnabled?: () => boolean;
  /** Called with the error of a failed run, except for errors after `stop`. The next run starts as usual. */
  readonly onError: (error: unknown) => void;
}

/** Runs `work` periodically until it is stopped; runs never overlap. Its timer does not keep the process alive. */
export function startPeriodic(
  work: (signal: AbortSignal) => Promise<unknown>,
  { intervalMs, immediately = true, isEnabled = () => true, onError }: PeriodicOptions,
): PeriodicTask {
  const stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;
  let wake = (): void => undefined;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (isStopped()) return resolve();
      const timer = setTimeout(resolve, intervalMs);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    if (!immediately) await pause();
    while (!isStopped()) {
      try {
        if (isEnabled()) await work(stopping.signal);
      } catch (error) {
        if (!isStopped()) onError(error);
      }
      await pause();
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}

/** Between two reports of the same error. */
const REPORT_INTERVAL_MS = 60_000;
/** Messages with their own ids or addresses must not grow without limit. */
const MAX_MESSAGES = 100;

/**
 * Wraps an `onError` that logs: reports each error message at most once a minute. A task that runs every few seconds would fill the
 * log during an outage.
 */
export function oncePerMinute(report: (error: unknown) => void): (error: unknown) => void {
  const reportedAt = new Map<string, number>();
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    const now = performance.now();
    if (now - (reportedAt.get(message) ?? -Infinity) < REPORT_INTERVAL_MS) return;
    if (reportedAt.size >= MAX_MESSAGES) reportedAt.clear();
    reportedAt.set(message, now);
    report(error);
  };
}
