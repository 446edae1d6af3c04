import { cancelledError } from './errors';

/** A caller that may give up. Its signal is read only if it waits. */
export interface SlotCaller {
  readonly signal: AbortSignal;
}

export interface SlotsOptions {
  /** Max concurrent work of one key. */
  readonly maxConcurrent: number;
  /** Max time that a caller waits for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Max callers of one key that wait. Protects the process against a flood. */
  readonly maxWaiting: number;
  /** The error of a caller that has waited for `maxWaitMs`. */
  readonly late: () => Error;
  /** The error of a caller beyond `maxWaiting`. */
  readonly full: () => Error;
}

interface SlotsOfKey {
  running: number;
  /** Longest wait first. A Set, so that a caller can leave without a scan. */
  readonly waiting: Set<() => void>;
}

/**
 * Limits concurrent work by a key, such as a workspace: a key with much work waits for itself only.
 *
 * Not p-queue: it has no limit for the time in the queue (its `timeout` covers a running task), and its supported release needs
 * a later Node than ours.
 */
export class Slots {
  readonly #slots = new Map<number, SlotsOfKey>();
  readonly #options: SlotsOptions;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when the key has a free slot. The caller then calls `release` once.
   *
   * @throws `late`, `full`, or `cancelled` if the caller gives up during the wait.
   */
  async acquire(key: number, caller?: SlotCaller): Promise<void> {
    const { maxConcurrent, maxWaitMs, maxWaiting, late, full } = this.#options;
    const slots = this.#slots.get(key) ?? { running: 0, waiting: new Set() };
    this.#slots.set(key, slots);
    if (slots.running < maxConcurrent) {
      slots.running += 1;
      return;
    }
    if (slots.waiting.size >= maxWaiting) throw full();
    const signal = caller?.signal;
    if (signal?.aborted) throw cancelledError();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        slots.waiting.delete(start);
        signal?.removeEventListener('abort', cancel);
      };
      // `release` hands its slot over: `running` does not change.
      const start = (): void => {
        leave();
        resolve();
      };
      const cancel = (): void => {
        leave();
        reject(cancelledError());
      };
      const timer = setTimeout(() => {
        leave();
        reject(late());
      }, maxWaitMs);
      slots.waiting.add(start);
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** Frees a slot. The longest waiting caller of the key gets it. */
  release(key: number): void {
    const slots = this.#slots.get(key);
    if (!slots) return;
    for (const start of slots.waiting) {
      start();
      return;
    }
    slots.running -= 1;
    if (slots.running === 0) this.#slots.delete(key);
  }
}
