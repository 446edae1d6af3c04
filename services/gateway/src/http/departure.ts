import type { EndSignal } from '@headwater/kit/rpc/types';

/**
 * Tells those who work on a request that its client went away. Every request has one and next to none of them ever tells:
 * an AbortSignal of its own costs each 6 µs, this a hundredth of that.
 */
export class Departure implements EndSignal {
  aborted = false;
  private listeners: (() => void)[] = [];
  private asSignal: AbortSignal | undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.listeners.indexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }

  /** The same for those who take nothing else. */
  signal(): AbortSignal {
    if (!this.asSignal) {
      const controller = new AbortController();
      if (this.aborted) controller.abort();
      else this.addEventListener('abort', () => controller.abort());
      this.asSignal = controller.signal;
    }
    return this.asSignal;
  }

  /** The client has gone. */
  tell(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.listeners.splice(0)) listener();
  }
}
