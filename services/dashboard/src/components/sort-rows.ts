/** Sorts rows by a value. Equal rows keep their order; rows without a value are last. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | string | null | undefined,
  isDescending: boolean,
): readonly Row[] {
  const compare = (a: number | string, b: number | string): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return [...rows].sort((first, second) => {
    const [a, b] = [valueOf(first) ?? null, valueOf(second) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDescending ? compare(b, a) : compare(a, b);
  });
}
