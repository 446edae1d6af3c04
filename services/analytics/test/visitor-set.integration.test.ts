import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import fc from 'fast-check';
import { VisitorSet } from '../src/rollups/visitor-set';

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await testClickhouse();
});
afterAll(() => clickhouse.drop());

/** Values from a start, with equal steps. */
interface Part {
  readonly start: number;
  readonly length: number;
  readonly step: number;
}

const part = (start: number, length: number, step = 1): Part => ({ start, length, step });

const valuesOf = (parts: readonly Part[]): readonly number[] =>
  parts.flatMap(({ start, length, step }) => Array.from({ length }, (_, index) => start + index * step));

/** The set of some values in ClickHouse. @param groups number of states that are merged. */
async function setOf(parts: readonly Part[], groups = 3): Promise<VisitorSet> {
  const values = parts.map(
    ({ start, length, step }) =>
      `SELECT toUInt32(${start} + number * ${step}) AS value FROM numbers(${length})`,
  );
  const result = await clickhouse.client.query({
    query: `SELECT base64Encode(CAST(groupBitmapMergeState(state), 'String')) AS bytes FROM (
SELECT groupBitmapState(value) AS state FROM (${values.join(' UNION ALL ')}) GROUP BY value % ${groups})`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ bytes: string }>();
  return new VisitorSet(Buffer.from(row?.bytes ?? '', 'base64'));
}

const CASES: readonly (readonly [string, readonly Part[]])[] = [
  ['one value', [part(7, 1)]],
  ['as many values as a small set has', [part(1, 32)]],
  ['one more', [part(1, 33)]],
  ['a list', [part(5, 3_000, 17)]],
  ['a full list', [part(0, 4_096, 2)]],
  ['bits', [part(0, 4_097, 2)]],
  ['all values of a container', [part(65_536, 65_536)]],
  ['several containers', [part(1, 70_000, 3), part(4_294_967_295, 1)]],
  ['each kind of container', [part(0, 7, 7), part(65_536, 14_000), part(140_000, 17_000, 3)]],
  ['many containers with runs', [part(10, 400_000)]],
];

it.each(CASES)('contains the same values as in ClickHouse: %s', async (_, parts) => {
  expectSame(await setOf(parts), valuesOf(parts));
  expectSame(await setOf(parts, 1), valuesOf(parts));
});

it('contains the same values as in ClickHouse: random sets', async () => {
  const parts = fc.array(
    fc.record({
      start: fc.oneof(fc.nat({ max: 300_000 }), fc.nat({ max: 4_294_000_000 })),
      length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9_000 })),
      step: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (listed) => expectSame(await setOf(listed), valuesOf(listed))),
    { numRuns: 40 },
  );
});

it('is empty without a value', async () => {
  expectSame(await setOf([part(1, 0)]), []);
});

it('refuses another format', () => {
  expect(() => new VisitorSet(Buffer.from([1, 4, 9, 9, 0, 0]))).toThrow('Unknown format of a bitmap');
});

function expectSame(set: VisitorSet, values: readonly number[]): void {
  const expected = new Set(values);
  expect(set.size).toBe(expected.size);
  expect(values.filter((value) => !set.has(value))).toEqual([]);
  // Neighbours, and the same lower or upper bits.
  const others = values
    .flatMap((value) => [value - 1, value + 1, value ^ 0x1_0000, value ^ 0x8000, 0, 4_294_967_295])
    .map((value) => value >>> 0);
  expect(others.filter((value) => set.has(value) !== expected.has(value))).toEqual([]);
}
