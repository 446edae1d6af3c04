export interface Repeat {
  /** Lets the run under way end early, and starts no other. */
  stop(): Promise<void>;
}

export interface RepeatOptions {
  /** From the end of one run to the start of the next. */
  readonly pauseMs: number;
  /** A failed run is told, and followed by the next as any other. */
  readonly failed: (error: unknown) => void;
}

/** Runs the work again and again, never twice at once. */
export function repeat(work: (signal: AbortSignal) => Promise<void>, options: RepeatOptions): Repeat {
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, stopping.signal.aborted ? 0 : options.pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) options.failed(error);
      });
      await pause();
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
