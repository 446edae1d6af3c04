import type { Logger } from '@headwater/kit/log';

/** Runs a clean-up every `everyMs` until it is stopped. A failure is logged; the next turn tries again. */
export function sweepRegularly(
  sweep: () => Promise<unknown>,
  { everyMs, log }: { readonly everyMs: number; readonly log: Logger },
): { stop(): Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = sweep().catch((error: unknown) => log.warn({ err: error }, 'a clean-up failed'));
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
