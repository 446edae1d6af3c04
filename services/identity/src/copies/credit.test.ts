import fc from 'fast-check';
import { ATTRIBUTION_MODELS } from '@headwater/protos/vocabulary';
import { Credit } from './credit';
import { Ledger, NEVER } from './ledger';

const HOUR_MICROS = 3_600_000_000;
const WEEK_MICROS = 168 * HOUR_MICROS;
const evidence = { channel: 'Email', source: '', campaign: '', landing: '', referrer: '' };

const payment = { currency: 'EUR', type: 'sale', pendingAt: NEVER };

const sharesOf = ({ count, rows: { columns } }: Credit) =>
  Array.from({ length: count }, (_, share) => [columns.touch[share], columns.minor[share]]);

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
        fc.oneof(...[9_999, 1e12, 1e15 - 1].map((max) => fc.integer({ min: 0, max }))),
        (hours, amount) => {
          const times = hours.map((each) => each * HOUR_MICROS).sort((a, b) => a - b);
          const ledger = new Ledger();
          ledger.putOwner({
            ...{ key: 1, isAccount: true, attributes: {} },
            ...{ identifiedAt: 0, firstSeenAt: NEVER, pendingAt: NEVER },
          });
          for (const at of [...times].reverse()) ledger.addEarlierTouch(1, { at, visibleAt: at, evidence });
          ledger.addPayment(1, { ...payment, occurredAt: times.at(-1) ?? 0, minor: amount });
          const credit = new Credit(ledger, model, 0);
          credit.find(0, 0);
          credit.divide(0);
          const weights = weightsOf(times).filter((weight) => weight > 0n);
          expect([...credit.rows.columns.minor.subarray(0, credit.count)]).toEqual(
            exactParts(amount, weights),
          );
        },
      ),
      { seed: 3, numRuns: 2_000 },
    );
  },
);

it.each(ATTRIBUTION_MODELS)(
  '%s divides the payments of several owners, one after the other, as it divides each alone',
  (model) => {
    const owner = fc.record({
      touches: fc.array(
        fc.record({ hour: fc.integer({ min: 0, max: 900 }), late: fc.integer({ min: 0, max: 300 }) }),
        { minLength: 1, maxLength: 6 },
      ),
      payments: fc.array(fc.integer({ min: 0, max: 1_200 }), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        fc.array(owner, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 1, 14),
        (owners, lookback) => {
          const ledger = new Ledger();
          for (const [index, { touches }] of owners.entries()) {
            ledger.putOwner({
              ...{ key: index + 1, isAccount: true, attributes: {} },
              ...{ identifiedAt: 0, firstSeenAt: NEVER, pendingAt: NEVER },
            });
            for (const { hour, late } of touches.toSorted((a, b) => b.hour - a.hour))
              ledger.addEarlierTouch(index + 1, {
                ...{ at: hour * HOUR_MICROS, visibleAt: (hour + late) * HOUR_MICROS },
                evidence,
              });
          }
          const together = new Credit(ledger, model, lookback);
          let row = 0;
          for (const [index, { payments }] of owners.entries()) {
            let [from, until] = [Infinity, Infinity];
            for (const hour of payments) {
              const occurredAt = hour * HOUR_MICROS;
              ledger.addPayment(index + 1, { ...payment, occurredAt, minor: 10_000_019 });
              if (occurredAt < from || occurredAt >= until) {
                together.find(index, row);
                ({ from, until } = together);
              }
              const alone = new Credit(ledger, model, lookback);
              alone.find(index, row);
              for (const credit of [together, alone]) credit.divide(row);
              expect(sharesOf(together)).toEqual(sharesOf(alone));
              row++;
            }
          }
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  },
);
