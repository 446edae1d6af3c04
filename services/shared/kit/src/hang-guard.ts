import { setImmediate, setTimeout as pause } from 'node:timers/promises';

/** Rejects calls to a server that accepts connections but does not answer, such as a frozen process. */
export interface HangGuard {
  /** Call it before a call is sent. @throws an error with the code `ETIMEDOUT` while the server hangs */
  admit(): void;
  /**
   * Call it when the server begins to work for a caller.
   *
   * @param fail called if the server hangs before the work has ended
   * @returns call it when the work has ended, with whether the server answered
   */
  watch(fail?: (error: Error) => void): (answered: boolean) => void;
}

/** Duration of a call after which the server is checked. */
const SLOW_MS = 1_000;
/** Between the checks of a slow server, each of which may open a connection. */
const CHECK_INTERVAL_MS = 1_000;
/** Between the pings of a server that hangs. */
const PING_INTERVAL_MS = 1_000;
/** Between the trials of a server that hangs. */
const TRIAL_INTERVAL_MS = 10_000;

/** Requests of the guard itself. */
export interface Probes {
  /** Needs no resources of the server. */
  readonly ping: (signal: AbortSignal) => Promise<unknown>;
  /** Longer than a busy server needs for a ping. */
  readonly pingTimeoutMs: number;
  /** A call like those of callers, with their timeout. */
  readonly trial: () => Promise<unknown>;
}

/**
 * Without a guard, each call to a server that hangs waits for its own timeout. The guard pings the server when a call is slow. If
 * neither the ping nor a call gets an answer in `pingTimeoutMs`, further calls fail immediately until a ping or a call is answered. The guard
 * itself sends a call every 10 s, because pings may fail for a reason of their own: the call of a caller could delay other callers that
 * share its result. Calls under way fail too, or continue if their effect would be unknown. A slow server that answers is not
 * affected; nor is a server that refuses connections, because calls to it fail quickly.
 *
 * @param name the server as errors name it, such as `Postgres`
 */
export function createHangGuard(name: string, { ping, pingTimeoutMs, trial }: Probes): HangGuard {
  let hangs = false;
  let isChecking = false;
  let answeredAt = -Infinity;
  let checkedAt = -Infinity;
  let triedAt = -Infinity;
  const watched = new Set<(error: Error) => void>();
  const hangError = (): Error => Object.assign(new Error(`${name} does not answer`), { code: 'ETIMEDOUT' });
  const isSilent = async (): Promise<boolean> => {
    const start = performance.now();
    return !(await endsInTime(ping, pingTimeoutMs)) && answeredAt < start;
  };
  const tryServer = async (): Promise<void> => {
    if (performance.now() - triedAt < TRIAL_INTERVAL_MS) return;
    triedAt = performance.now();
    await trial().then(answered, () => undefined);
  };
  const answered = (): void => {
    answeredAt = performance.now();
    hangs = false;
  };
  const checkServer = async (): Promise<void> => {
    if (isChecking || performance.now() - checkedAt < CHECK_INTERVAL_MS) return;
    isChecking = true;
    while (await isSilent()) {
      hangs = true;
      const hungAt = performance.now();
      for (const fail of watched) fail(hangError());
      void tryServer();
      await pause(PING_INTERVAL_MS, undefined, { ref: false });
      // A call or a trial was answered meanwhile.
      if (answeredAt >= hungAt) break;
    }
    hangs = isChecking = false;
    checkedAt = performance.now();
  };
  return {
    admit: () => {
      if (hangs) throw hangError();
    },
    watch: (fail) => {
      const timer = setInterval(() => void checkServer(), SLOW_MS).unref();
      if (fail) watched.add(fail);
      return (wasAnswered) => {
        clearInterval(timer);
        if (fail) watched.delete(fail);
        if (wasAnswered) answered();
      };
    },
  };
}

/** Whether the ping succeeds or fails in time. */
async function endsInTime(ping: Probes['ping'], timeoutMs: number): Promise<boolean> {
  const timeout = new AbortController();
  let isEnded = false;
  const ended = ping(timeout.signal)
    .catch(() => undefined)
    .finally(() => (isEnded = true));
  await Promise.race([ended, pause(timeoutMs, undefined, { ref: false, signal: timeout.signal })]);
  // In a busy process, the answer may have arrived before the timer ran.
  await setImmediate();
  const answered = isEnded;
  timeout.abort();
  return answered;
}
