import { addDatabaseWork, formatDatabaseWork, parseDatabaseWork } from './database-work';

it.each([
  { ms: 12, rows: 40_960 },
  { ms: 0, rows: 0, days: { rollup: 29, raw: 1 } },
])('the work of a database is the same after a transfer: %j', (work) => {
  expect(parseDatabaseWork(formatDatabaseWork(work))).toEqual(work);
});

it.each(['', '12', '12 x', '12 40960 29', '-1 2', '1 2 3 4 5'])('%j is no work of a database', (text) => {
  expect(parseDatabaseWork(text)).toBeUndefined();
});

it('the work of several calls is added up', () => {
  const days = { rollup: 29, raw: 1 };
  expect(addDatabaseWork({ ms: 1, rows: 2 }, { ms: 3, rows: 4 })).toEqual({ ms: 4, rows: 6 });
  expect(addDatabaseWork({ ms: 1, rows: 2, days }, { ms: 3, rows: 4 })).toEqual({ ms: 4, rows: 6, days });
});
