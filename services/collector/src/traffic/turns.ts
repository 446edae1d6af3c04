/** Lets a few works run at a time; the others wait in the order in which they came. */
export interface Turns {
  /** @throws the signal's reason when it is aborted before the work began. */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    take: async (signal, work) => {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        // The place is handed on, so that nobody who comes now takes it first.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
