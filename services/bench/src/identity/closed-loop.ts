/** What a closed loop found. */
export interface LoopResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
}

/** Keeps `atOnce` calls under way for a while, each followed by the next. @throws what a call throws */
export async function closedLoop(options: {
  readonly atOnce: number;
  readonly ms: number;
  /** Goes on beyond `ms` until so many are done. */
  readonly atLeast?: number;
  readonly call: () => Promise<unknown>;
}): Promise<LoopResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + options.ms;
  const worker = async (): Promise<void> => {
    const { atLeast = 0 } = options;
    for (let sentAt = begin; sentAt < end || latencies.length < atLeast;) {
      sentAt = performance.now();
      await options.call();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, worker));
  const seconds = (performance.now() - begin) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), done: sorted.length };
}
