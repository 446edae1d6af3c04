import fc from 'fast-check';
import { isNews } from './is-news';

/** Links by ordinal with the first session of their visitor; what decides is the lowest ordinal, then the earliest time. */
interface Arrival {
  readonly ordinal: number;
  readonly at: number;
}

/** The record after arrivals, each judged as the repair does it. */
function settle(arrivals: readonly Arrival[]) {
  let recorded: { decidedBy: string; firstSeenAtMs: number } | undefined;
  const linked = new Set<number>();
  for (const { ordinal, at } of arrivals) {
    const link = { ordinal: String(ordinal), linked: linked.has(ordinal), recorded };
    if (!isNews(link, at)) continue;
    linked.add(ordinal);
    const decides =
      recorded === undefined ||
      ordinal < Number(recorded.decidedBy) ||
      (ordinal === Number(recorded.decidedBy) && at < recorded.firstSeenAtMs);
    if (decides) recorded = { decidedBy: String(ordinal), firstSeenAtMs: at };
  }
  return recorded;
}

it('leads to the same record in 1,000 orders of the same arrivals', () => {
  const arrival = fc.record({
    ordinal: fc.integer({ min: 1, max: 12 }),
    at: fc.integer({ min: 0, max: 50 }),
  });
  const twoOrders = fc
    .array(arrival, { minLength: 1, maxLength: 12 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(twoOrders, ([some, others]) => {
      expect(settle(others)).toEqual(settle(some));
    }),
    { numRuns: 1_000 },
  );
});

it('knows nothing of a settled link whose account has an older kind of record', () => {
  expect(isNews({ ordinal: '1', linked: true, recorded: undefined }, 0)).toBe(false);
});
