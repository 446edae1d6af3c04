import { batchWait } from './batch-wait';

test.each([
  ['as long as it must beside a store that is quick', 200, 20, 200],
  ['longer beside a busy one', 200, 150, 600],
  ['a second at most', 200, 450, 1_000],
  ['less where two inserts and a second take too long', 200, 700, 500],
  ['as long as it must where inserts alone take too long', 200, 60_000, 200],
  ['as long as it must though that is over a second', 1_500, 300, 1_500],
  ['never where it must not', 0, 300, 0],
])('a batch waits %s', (_, least, took, wait) => {
  expect(batchWait(least, took)).toBe(wait);
});
