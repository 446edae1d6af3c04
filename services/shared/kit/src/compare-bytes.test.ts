import fc from 'fast-check';
import { compareBytes } from './compare-bytes';

/** Few characters of each length in UTF-8, so that texts often begin equally. */
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'),
  maxLength: 5,
});

it('orders texts as their bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { seed: 5, numRuns: 5_000 },
  );
});
