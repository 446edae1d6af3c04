import type { AbortSignalLike } from '../rpc/types';

/**
 * An abort signal that creates a real `AbortSignal` only for code that needs one.
 *
 * Benchmark: create one, add and remove one listener; Node 20.20, 1 million rounds.
 * Gain: 3.2 µs (`AbortController`) → 0.03 µs; 6 µs per request in the gateway. Nearly no request is ever aborted.
 * Remove it when creating an `AbortController` and adding a listener takes less than 0.5 µs.
 */
export class LazyAbortSignal implements AbortSignalLike {
  aborted = false;
  private listeners: (() => void)[] = [];
  private created: AbortSignal | undefined;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.listeners.indexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }

  /** A real `AbortSignal` that aborts together with this one; always the same object. */
  toAbortSignal(): AbortSignal {
    if (!this.created) {
      const controller = new AbortController();
      if (this.aborted) controller.abort();
      else this.addEventListener('abort', () => controller.abort());
      this.created = controller.signal;
    }
    return this.created;
  }

  /** Calls each listener once. Later calls do nothing. */
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.listeners.splice(0)) listener();
  }
}
