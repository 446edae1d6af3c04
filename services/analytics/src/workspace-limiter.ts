import { failure } from '@headwater/protos/error-codes';

export interface WorkspaceLimiterOptions {
  /** Max concurrent calls per workspace. */
  readonly maxConcurrent: number;
  /** Max time that a further call waits for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Max calls that wait. Protects the process against a flood; the pages of many people stay far below. */
  readonly maxWaiting: number;
  /** The error of a call that has waited for `maxWaitMs`. */
  readonly lateError: 'rate_limited' | 'deadline_exceeded';
}

/** The calls of one workspace. */
interface Slots {
  running: number;
  /** Longest wait first. A Set, so that a call can leave without a scan. */
  readonly waiting: Set<() => void>;
}

/**
 * Limits the concurrent calls of each workspace, so that a workspace with many calls waits for itself only. Counts per process:
 * every replica has its own slots.
 *
 * Not p-queue: it has no limit for the time in the queue (its `timeout` covers a running task), and its supported release needs
 * a later Node than ours.
 */
export class WorkspaceLimiter {
  private readonly slots = new Map<number, Slots>();

  constructor(private readonly options: WorkspaceLimiterOptions) {}

  /**
   * Runs `work` as soon as the workspace has a free slot.
   *
   * @throws AppError `rate_limited` if too many calls wait, `lateError` after `maxWaitMs`, or `cancelled` when the signal
   *   aborts while it waits.
   */
  async run<T>(workspaceId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.acquire(workspaceId, signal);
    try {
      return await work();
    } finally {
      this.release(workspaceId);
    }
  }

  private async acquire(workspaceId: number, signal: AbortSignal): Promise<void> {
    const slots = this.slots.get(workspaceId) ?? { running: 0, waiting: new Set() };
    this.slots.set(workspaceId, slots);
    if (slots.running < this.options.maxConcurrent) {
      slots.running += 1;
      return;
    }
    if (slots.waiting.size >= this.options.maxWaiting) throw tooManyQueries(this.options);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        slots.waiting.delete(start);
        signal.removeEventListener('abort', cancel);
      };
      // `release` hands its slot over: `running` does not change.
      const start = (): void => {
        leave();
        resolve();
      };
      const cancel = (): void => {
        leave();
        reject(failure('cancelled', 'The request was cancelled.'));
      };
      const timer = setTimeout(() => {
        leave();
        reject(waitedTooLong(this.options));
      }, this.options.maxWaitMs);
      slots.waiting.add(start);
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private release(workspaceId: number): void {
    const slots = this.slots.get(workspaceId);
    if (!slots) return;
    for (const start of slots.waiting) {
      start();
      return;
    }
    slots.running -= 1;
    if (slots.running === 0) this.slots.delete(workspaceId);
  }
}

function tooManyQueries({ maxConcurrent, maxWaiting }: WorkspaceLimiterOptions): Error {
  return failure(
    'rate_limited',
    `Too many queries of the workspace (limit ${maxConcurrent} concurrent and ${maxWaiting} waiting). Retry after 1 s.`,
    { retryAfterSeconds: 1 },
  );
}

function waitedTooLong({ maxConcurrent, maxWaitMs, lateError }: WorkspaceLimiterOptions): Error {
  return failure(
    lateError,
    `The query waited ${maxWaitMs} ms for others of its workspace (limit ${maxConcurrent} concurrent). Retry after 1 s.`,
    { retryAfterSeconds: 1 },
  );
}
