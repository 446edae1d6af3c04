import type { Schemas } from '@headwater/client/client';
import type { BreakdownColumn } from '../../components/breakdown-table';
import { useLazy } from '../../lazy';

type Row = Schemas['Stats']['data']['breakdown'][number];

const loadColumns = () => import('./compared-columns').then(({ comparedColumns }) => comparedColumns);

/** The columns of visits, with their changes if the rows have a comparison. Loads these only then. */
export function useComparedColumns(
  columns: readonly BreakdownColumn<Row>[],
  rows: readonly Row[] | undefined,
): readonly BreakdownColumn<Row>[] {
  const isCompared = rows?.some(({ comparison }) => comparison);
  const { component: comparedColumns } = useLazy(isCompared ? loadColumns : undefined);
  return comparedColumns?.(columns) ?? columns;
}
