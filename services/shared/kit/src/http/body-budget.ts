import { AppError } from '../errors';

/** Limits the memory of request bodies in flight. If it is full, the bodies that have been arriving for the longest time lose. */
export interface BodyBudget {
  /** Begins a body. @param evict called at most once, if the body must be discarded; the body then no longer counts */
  open(evict: (reason: AppError) => void): OpenBody;
}

/** One body in flight. */
export interface OpenBody {
  /** Counts received bytes. May evict this body or older ones. */
  add(bytes: number): void;
  /** The body is complete: it is no longer evicted, but counts until `close`. */
  complete(): void;
  /** Stops counting the body. May be called repeatedly. */
  close(): void;
}

interface Entry {
  bytes: number;
  readonly evict: (reason: AppError) => void;
}

/** @param maxBytes of all bodies together */
export function createBodyBudget(maxBytes: number): BodyBudget {
  /** Incomplete bodies, the oldest first. Honest clients send a body in milliseconds, so slow senders are the oldest. */
  const incomplete = new Set<Entry>();
  let total = 0;

  const remove = (entry: Entry): void => {
    incomplete.delete(entry);
    total -= entry.bytes;
    entry.bytes = 0;
  };
  const evictOldest = (): void => {
    for (const entry of incomplete) {
      if (total <= maxBytes) return;
      remove(entry);
      entry.evict(tooManyBodies(maxBytes));
    }
  };
  return {
    open: (evict) => {
      const entry: Entry = { bytes: 0, evict };
      let isOpen = true;
      return {
        add: (bytes) => {
          // Added with its first bytes, so that every entry frees memory.
          if (entry.bytes === 0) incomplete.add(entry);
          entry.bytes += bytes;
          total += bytes;
          if (total > maxBytes) evictOldest();
        },
        complete: () => void incomplete.delete(entry),
        close: () => {
          if (!isOpen) return;
          isOpen = false;
          remove(entry);
        },
      };
    },
  };
}

function tooManyBodies(maxBytes: number): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: `Too many request bodies are arriving (limit ${maxBytes} bytes in total). Retry in 1 s.`,
    retryAfterSeconds: 1,
  });
}
