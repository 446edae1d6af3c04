import { QUERY_LIMITS } from '@headwater/protos/limits';
import { useLazy } from '../lazy';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { OPENED } from '../view/view';
import type { AllRowsProps } from './all-rows-dialog';
import { ErrorState, LoadingState } from './states';

/** Max rows of a breakdown that the API returns. */
export const MAX_ROWS = QUERY_LIMITS.maxRows;

/** A link below a breakdown to a dialog with all rows. The open dialog has a URL of its own. */
export function AllRows<Data, Row extends { readonly key: string }>(props: AllRowsProps<Data, Row>) {
  const { search, hrefWith } = useView();
  const { id, title } = props;
  return (
    <p class="all-rows">
      <a href={hrefWith(OPENED, id)} aria-label={t('All rows: {title}', { title })}>
        {t('All rows')}
      </a>
      {search.get(OPENED) === id && <LazyDialog {...props} />}
    </p>
  );
}

const loadDialog = () => import('./all-rows-dialog').then(({ AllRowsDialog }) => AllRowsDialog);

/** Loads the dialog when it is first opened. */
function LazyDialog<Data, Row extends { readonly key: string }>(props: AllRowsProps<Data, Row>) {
  const { component: Dialog, error } = useLazy(loadDialog);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return Dialog ? <Dialog {...props} /> : <LoadingState label={t('Counting')} />;
}
