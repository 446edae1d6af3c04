import type { Position } from './disk-log';

/** A mark begins anew after a second, or after a hundredth of the wait, so that a week of waiting is some hundred marks. */
const FINEST_MS = 1_000;
const SHARE = 0.01;

/** The records that became durable from a moment on, up to a place. */
interface Mark {
  readonly sinceMs: number;
  until: Position;
}

/**
 * How long the oldest record of the log has waited for its place in the event store, to a second or to a hundredth of it,
 * whichever is more. Times are of a clock that only runs forward, in milliseconds.
 */
export class WaitingTime {
  private readonly marks: Mark[] = [];

  /** All records before `until` are durable now. */
  durable(until: Position, now: number): void {
    const [first, last] = [this.marks[0], this.marks.at(-1)];
    if (!first || !last || now - last.sinceMs > Math.max(FINEST_MS, (now - first.sinceMs) * SHARE))
      this.marks.push({ sinceMs: now, until });
    else last.until = until;
  }

  /** All records before `at` have arrived. */
  shipped(at: Position): void {
    const left = this.marks.findIndex(({ until }) => isBefore(at, until));
    this.marks.splice(0, left < 0 ? this.marks.length : left);
  }

  /** @returns 0 while nothing waits */
  ms(now: number): number {
    const [first] = this.marks;
    return first ? now - first.sinceMs : 0;
  }
}

function isBefore(one: Position, other: Position): boolean {
  return one.name < other.name || (one.name === other.name && one.offset < other.offset);
}
