import fc from 'fast-check';
import { decimalReader, DecimalSums, IntegerSums } from './exact-sums';
import { Texts } from './ledger';

it('adds numbers beyond 53 bits exactly', () => {
  const amount = fc.integer({ min: -(1e15 - 1), max: 1e15 - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(40), amount), { maxLength: 200 }), (added) => {
      const sums = new IntegerSums();
      for (const [id, integer] of added) sums.add(id, integer);
      const sum = (numbers: typeof added) =>
        numbers.reduce((total, [, integer]) => total + BigInt(integer), 0n);
      expect(sums.total).toBe(sum(added));
      for (const [id] of added) expect(sums.value(id)).toBe(sum(added.filter(([each]) => each === id)));
    }),
    { seed: 6, numRuns: 300 },
  );
});

it('adds decimals with as many decimals as the number with the most', () => {
  const texts = new Texts();
  const read = decimalReader(texts);
  const sums = new DecimalSums();
  for (const [id, text] of [
    [0, '9.50'],
    [0, '1'],
    [3, '12345678901234567890.125'],
    [3, '0.1'],
  ] as const)
    sums.add(id, read(texts.idOf(text)));
  expect([0, 1, 3].map((id) => sums.value(id))).toEqual([
    { digits: 1_050n, decimals: 2 },
    { digits: 0n, decimals: 0 },
    { digits: 12_345_678_901_234_567_890_225n, decimals: 3 },
  ]);
  expect(sums.total).toEqual({ digits: 12_345_678_901_234_567_900_725n, decimals: 3 });
});
