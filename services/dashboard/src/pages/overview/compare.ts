import type { Schemas } from '@headwater/client/client';
import { useLazy } from '../../lazy';
import type { Shown } from './compared-columns';

type Row = Schemas['Stats']['data']['breakdown'][number];

const loadCompared = () => import('./compared-columns').then(({ compared }) => compared);

/** Adds changes to the columns, and earlier counts to the table, if the rows have a comparison. Loads the code only then. */
export function useCompared(shown: Shown, rows: readonly Row[] | undefined): Shown {
  const isCompared = rows?.some(({ comparison }) => comparison);
  const { component: compared } = useLazy(isCompared ? loadCompared : undefined);
  return compared?.(shown) ?? shown;
}
