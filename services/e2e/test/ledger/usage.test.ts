import { findGrowth, type Usage } from './usage';

const reading = (files: number, bytes: number): Usage => ({
  'resident MiB': { gateway: 200 },
  'open files': { gateway: files },
  'log MiB': { collector: 0 },
  parts: { ClickHouse: 80 },
  statements: { ClickHouse: 0 },
  'bytes per effect': { 'identity.payments': bytes },
});

test('accepts numbers that vary or fall', () => {
  const readings = Array.from({ length: 40 }, (_, minute) => reading(100 + (minute % 7), 900 - minute));
  expect(findGrowth(readings)).toEqual([]);
});

test('finds numbers that grow, but ignores the warm-up', () => {
  const readings = Array.from({ length: 40 }, (_, minute) =>
    reading(100 + 4 * minute, minute < 4 ? 100 : 500),
  );
  expect(findGrowth(readings)).toEqual(['gateway, open files: 148 to 256']);
});
