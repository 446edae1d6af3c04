import { DialogButton } from '../../components/dialog-button';
import type { FilterKeys } from '../../view/filter-keys';
import { FilterForm } from './filter-form';

interface Props {
  readonly filterKeys: FilterKeys;
  /** Left out on pages of the workspace. */
  readonly siteId: number | undefined;
}

/** A button that asks for a condition on what is counted. */
export function AddFilter(props: Props) {
  return (
    <DialogButton label="Filter" icon="filter" title="Add a filter">
      {(close) => <FilterForm {...props} close={close} />}
    </DialogButton>
  );
}
