import { failure } from '@headwater/protos/error-codes';

/** The latest call of a key. */
interface Call {
  readonly result: Promise<unknown>;
  /** Aborted when its caller disconnects. */
  readonly signal: AbortSignal;
  /** False while it waits. A later call may then share its result: the query will read every event that is stored by now. */
  hasBegun: boolean;
}

/**
 * Lets identical calls that wait share one result, so that many viewers of a page cost little more than one. No call shares a
 * result that was being computed when it arrived: it might lack events that were stored in between.
 */
export class IdenticalCalls {
  private readonly latest = new Map<string, Call>();

  /**
   * Runs a call, or returns the result of an identical call that has not begun.
   *
   * @param start runs the call when it may begin. It calls `begin` before it reads.
   * @throws AppError `cancelled` when the signal aborts while the call waits for an identical one.
   */
  async run<T>(key: string, signal: AbortSignal, start: (begin: () => void) => Promise<T>): Promise<T> {
    for (;;) {
      const latest = this.latest.get(key);
      if (latest === undefined || latest.hasBegun) return this.lead(key, signal, start);
      try {
        return (await unlessAborted(latest.result, signal)) as T;
      } catch (error) {
        // The shared call ended with its caller: another of the waiting ones runs it.
        if (signal.aborted || !latest.signal.aborted) throw error;
      }
    }
  }

  private lead<T>(key: string, signal: AbortSignal, start: (begin: () => void) => Promise<T>): Promise<T> {
    const result = Promise.resolve()
      .then(() =>
        start(() => {
          call.hasBegun = true;
        }),
      )
      .finally(() => {
        if (this.latest.get(key) === call) this.latest.delete(key);
      });
    const call: Call = { result, signal, hasBegun: false };
    this.latest.set(key, call);
    return result;
  }
}

/** The result, or a rejection as soon as the signal aborts. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(failure('cancelled', 'The request was cancelled.'));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
