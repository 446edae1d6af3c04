import { setImmediate, setTimeout as pause } from 'node:timers/promises';

/** Rejects calls to a server that accepts connections but does not answer, such as a frozen process. */
export interface HangGuard {
  /** Call it before a call is sent. @throws an error with the code `ETIMEDOUT` while the server hangs */
  admit(): void;
  /** Call it when the server begins to work for a caller. @returns call it when the work has ended, with whether the server answered */
  watch(): (answered: boolean) => void;
}

/** Duration of a call after which the server is checked. */
const SLOW_MS = 1_000;
/** Longer than a busy server needs. */
const PING_TIMEOUT_MS = 5_000;
/** Between the checks of a slow server, each of which may open a connection. */
const CHECK_INTERVAL_MS = 5_000;
/** Between the pings of a server that hangs. */
const PING_INTERVAL_MS = 1_000;
/** Between the calls that a server receives while it seems to hang. */
const TRIAL_INTERVAL_MS = 10_000;

/**
 * Without a guard, each call to a server that hangs waits for its own timeout. The guard pings the server when a call is slow. If
 * neither the ping nor a call gets an answer in 5 s, further calls fail immediately until a ping or a call is answered. One call in
 * 10 s is still sent, because pings may fail for a reason of their own. Calls under way continue. A slow server that answers is not
 * affected; nor is a server that refuses connections, because calls to it fail quickly.
 *
 * @param name the server as errors name it, such as `Postgres`
 * @param ping sends a request that needs no resources; aborted after 5 s
 */
export function createHangGuard(name: string, ping: (signal: AbortSignal) => Promise<unknown>): HangGuard {
  let hangs = false;
  let isChecking = false;
  let answeredAt = -Infinity;
  let checkedAt = -Infinity;
  let triedAt = -Infinity;
  const isSilent = async (): Promise<boolean> => {
    const start = performance.now();
    return !(await endsInTime(ping)) && answeredAt < start;
  };
  const checkServer = async (): Promise<void> => {
    if (isChecking || performance.now() - checkedAt < CHECK_INTERVAL_MS) return;
    isChecking = true;
    while (await isSilent()) {
      if (!hangs) triedAt = performance.now();
      hangs = true;
      await pause(PING_INTERVAL_MS, undefined, { ref: false });
    }
    hangs = isChecking = false;
    checkedAt = performance.now();
  };
  return {
    admit: () => {
      if (!hangs) return;
      if (performance.now() - triedAt < TRIAL_INTERVAL_MS)
        throw Object.assign(new Error(`${name} does not answer`), { code: 'ETIMEDOUT' });
      triedAt = performance.now();
    },
    watch: () => {
      const timer = setInterval(() => void checkServer(), SLOW_MS).unref();
      return (answered) => {
        clearInterval(timer);
        if (!answered) return;
        answeredAt = performance.now();
        hangs = false;
      };
    },
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
