import { setImmediate, setTimeout as pause } from 'node:timers/promises';

/** Rejects calls to a server that accepts connections but does not answer, such as a frozen process. */
export interface HangGuard {
  /** Runs a call. @throws an error with the code `ETIMEDOUT` immediately while the server hangs */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Call it when the server begins to work for a caller. @returns call it when the work has ended */
  watch(): () => void;
}

/** Duration of a call after which the server is checked. */
const SLOW_MS = 1_000;
/** Longer than a busy server needs. */
const PING_TIMEOUT_MS = 5_000;
const PING_INTERVAL_MS = 1_000;

/**
 * Without a guard, each call to a server that hangs waits for its own timeout. The guard pings the server when a call is slow. If the
 * ping gets no answer in 5 s, further calls fail immediately until a ping is answered. Calls under way continue. A slow server that
 * answers pings is not affected; nor is a server that refuses connections, because calls to it fail quickly.
 *
 * @param name the server as errors name it, such as `Postgres`
 * @param ping sends a request that needs no resources; aborted after 5 s
 */
export function createHangGuard(name: string, ping: (signal: AbortSignal) => Promise<unknown>): HangGuard {
  let hangs = false;
  let isChecking = false;
  const checkServer = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    while ((hangs = !(await endsInTime(ping)))) await pause(PING_INTERVAL_MS, undefined, { ref: false });
    isChecking = false;
  };
  const watch = (): (() => void) => {
    const timer = setTimeout(() => void checkServer(), SLOW_MS).unref();
    return () => clearTimeout(timer);
  };
  return {
    run: async (call) => {
      if (hangs) throw Object.assign(new Error(`${name} does not answer`), { code: 'ETIMEDOUT' });
      const ended = watch();
      return call().finally(ended);
    },
    watch,
  };
}

/** Whether the ping succeeds or fails in time. */
async function endsInTime(ping: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const timeout = new AbortController();
  let isEnded = false;
  const ended = ping(timeout.signal)
    .catch(() => undefined)
    .finally(() => (isEnded = true));
  await Promise.race([ended, pause(PING_TIMEOUT_MS, undefined, { ref: false, signal: timeout.signal })]);
  // In a busy process, the answer may have arrived before the timer ran.
  await setImmediate();
  const answered = isEnded;
  timeout.abort();
  return answered;
}
