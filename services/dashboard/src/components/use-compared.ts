import type { Table } from '../export/export-buttons';
import { useLazy } from '../lazy';
import type { BreakdownColumn } from './breakdown-table';

/** The columns of a breakdown, and their table for the export. */
export interface Shown<Row> {
  readonly columns: readonly BreakdownColumn<Row>[];
  readonly tableOf: (rows: readonly Row[]) => Table;
}

/**
 * Adds changes to the columns, and earlier counts to the table, if the rows have a comparison.
 *
 * @param load loads the code that adds them, only with a comparison.
 */
export function useCompared<Row extends { readonly comparison?: object }>(
  shown: Shown<Row>,
  rows: readonly Row[] | undefined,
  load: () => Promise<(shown: Shown<Row>) => Shown<Row>>,
): Shown<Row> {
  const isCompared = rows?.some(({ comparison }) => comparison);
  const { component: compare } = useLazy(isCompared ? load : undefined);
  return compare?.(shown) ?? shown;
}
