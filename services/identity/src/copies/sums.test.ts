import fc from 'fast-check';
import { Buckets } from './sums';

it('finds the bucket of any time', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: -1_000, max: 6_000_000 }), { maxLength: 50 }),
      (minutes, times) => {
        const starts = minutes.sort((a, b) => a - b).map((minute) => minute * 60_000);
        const buckets = new Buckets(starts);
        const edges = starts.flatMap((ms) => [ms * 1_000 - 1, ms * 1_000, ms * 1_000 + 1]);
        for (const time of [...edges, ...times.map((ms) => ms * 60_000)])
          expect([time, buckets.of(time)]).toEqual([time, starts.filter((ms) => ms * 1_000 <= time).length]);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});
