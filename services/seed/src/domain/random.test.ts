import { createRandom } from './random';

test('a name determines the draws', () => {
  const draws = (name: string): number[] => {
    const random = createRandom(name);
    return Array.from({ length: 5 }, () => random.unit());
  };
  expect(draws('a')).toEqual(draws('a'));
  expect(draws('a')).not.toEqual(draws('b'));
});

test('draws rows by weight, and never a row without weight', () => {
  const random = createRandom('weights');
  const drawn = Array.from({ length: 4_000 }, () => random.draw([['a', 3], ['b', 1], ['never', 0]])); // prettier-ignore
  const share = drawn.filter((value) => value === 'a').length / drawn.length;
  expect(share).toBeGreaterThan(0.72);
  expect(share).toBeLessThan(0.78);
  expect(drawn).not.toContain('never');
});

test('throws without rows to draw from', () => {
  expect(() => createRandom('x').draw([['a', 0]])).toThrow('draw needs a row');
});
