import { Slots } from '@headwater/kit/slots';
import { failure } from '@headwater/protos/error-codes';

export interface WorkspaceLimiterOptions {
  /** Max concurrent calls per workspace. */
  readonly maxConcurrent: number;
  /** Max time that a further call waits, in milliseconds. */
  readonly maxWaitMs: number;
  /** Max calls that wait; the pages of many people stay far below. */
  readonly maxWaiting: number;
  /** The error of a call that has waited for `maxWaitMs`. */
  readonly lateError: 'rate_limited' | 'deadline_exceeded';
}

/** Limits the concurrent calls of each workspace. Counts per process: every replica has its own slots. */
export class WorkspaceLimiter {
  private readonly slots: Slots;

  constructor({ lateError, ...options }: WorkspaceLimiterOptions) {
    const { maxConcurrent, maxWaiting, maxWaitMs } = options;
    const retry = { retryAfterSeconds: 1 };
    this.slots = new Slots({
      ...options,
      full: () =>
        failure(
          'rate_limited',
          `Too many queries of the workspace (limit ${maxConcurrent} concurrent and ${maxWaiting} waiting). Retry after 1 s.`,
          retry,
        ),
      late: () =>
        failure(
          lateError,
          `The query waited ${maxWaitMs} ms for others of its workspace (limit ${maxConcurrent} concurrent). Retry after 1 s.`,
          retry,
        ),
    });
  }

  /**
   * Runs `work` as soon as the workspace has a free slot.
   *
   * @throws AppError `rate_limited` if too many calls wait, `lateError` after `maxWaitMs`, or `cancelled` when the signal
   *   aborts while it waits.
   */
  async run<T>(workspaceId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.slots.acquire(workspaceId, { signal });
    try {
      return await work();
    } finally {
      this.slots.release(workspaceId);
    }
  }
}
