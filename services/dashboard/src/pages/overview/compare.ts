import type { Schemas } from '@headwater/client/client';
import type { BreakdownColumn } from '../../components/breakdown-table';
import type { Table } from '../../export/export-buttons';
import { useLazy } from '../../lazy';

type Row = Schemas['Stats']['data']['breakdown'][number];

/** The columns of visits, and their table for the export. */
export interface Shown {
  readonly columns: readonly BreakdownColumn<Row>[];
  readonly tableOf: (rows: readonly Row[]) => Table;
}

const loadCompared = () => import('./compared-columns').then(({ compared }) => compared);

/** Adds changes to the columns, and earlier counts to the table, if the rows have a comparison. Loads the code only then. */
export function useCompared(shown: Shown, rows: readonly Row[] | undefined): Shown {
  const isCompared = rows?.some(({ comparison }) => comparison);
  const { component: compared } = useLazy(isCompared ? loadCompared : undefined);
  return compared?.(shown) ?? shown;
}
