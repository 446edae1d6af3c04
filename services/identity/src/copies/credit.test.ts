import fc from 'fast-check';
import { Credit } from './credit';
import { Ledger, NEVER } from './ledger';

const HOUR_MICROS = 3_600_000_000;
const WEEK_MICROS = 168 * HOUR_MICROS;
const evidence = { channel: 'Email', source: '', campaign: '', landing: '', referrer: '' };

/** Whole parts by the largest remainder, in exact arithmetic. */
function exactParts(amount: number, weights: readonly bigint[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const products = weights.map((weight) => BigInt(amount) * weight);
  const parts = products.map((product) => Number(product / total));
  const rests = products.map((product, index) => ({ index, rest: product % total }));
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of rests.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

it.each([
  {
    model: 'time_decay' as const,
    weightsOf: (times: readonly number[]) =>
      times.map((at) => BigInt(Math.round(2 ** ((at - (times.at(-1) ?? 0)) / WEEK_MICROS) * 1e12))),
  },
  {
    model: 'position_based' as const,
    weightsOf: (times: readonly number[]) =>
      times.map((_, index) =>
        BigInt(times.length > 2 && (index === 0 || index === times.length - 1) ? 2 * (times.length - 2) : 1),
      ),
  },
])(
  '$model divides any amount among few and many touches as exact arithmetic does',
  ({ model, weightsOf }) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 12_000 }), { minLength: 2, maxLength: 40 }),
        fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 1e12 })),
        (hours, amount) => {
          const times = hours.map((each) => each * HOUR_MICROS).sort((a, b) => a - b);
          const ledger = new Ledger();
          ledger.putOwner({
            ...{ key: 1, isAccount: true, attributes: {} },
            ...{ identifiedAt: 0, firstSeenAt: NEVER, pendingAt: NEVER },
          });
          for (const at of [...times].reverse()) ledger.addEarlierTouch(1, { at, visibleAt: at, evidence });
          const credit = new Credit(ledger, model, 0);
          credit.divide(0, times.at(-1) ?? 0, amount);
          const weights = weightsOf(times).filter((weight) => weight > 0n);
          expect(credit.minor.slice(0, credit.count)).toEqual(exactParts(amount, weights));
        },
      ),
      { seed: 3, numRuns: 2_000 },
    );
  },
);
