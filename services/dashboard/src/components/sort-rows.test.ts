import { sortRows } from './sort-rows';

const rows = [
  { key: 'a', value: 2 },
  { key: 'b', value: null },
  { key: 'c', value: 10 },
  { key: 'd', value: 2 },
];
const keys = (isDescending: boolean) =>
  sortRows(rows, ({ value }) => value, isDescending).map(({ key }) => key);

test('sorts by a number in both orders, keeps equal rows in order and puts rows without a value last', () => {
  expect(keys(true)).toEqual(['c', 'a', 'd', 'b']);
  expect(keys(false)).toEqual(['a', 'd', 'c', 'b']);
});

test('sorts texts', () => {
  expect(sortRows(['b', 'a', 'C'], (text) => text, false)).toEqual(['a', 'b', 'C']);
});
