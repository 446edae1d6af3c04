import { QUERY_LIMITS } from '@headwater/protos/limits';
import { useLocation } from 'preact-iso/router';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import type { ApiRequest } from '../api/request';
import { ExportButtons, type Table } from '../export/export-buttons';
import { formatDimension } from '../format/names';
import { inSentence, t } from '../strings/text';
import { useView } from '../view/use-view';
import { OPENED } from '../view/view';
import { BreakdownTable, type BreakdownColumn } from './breakdown-table';
import { Icon } from './icon';
import { useFormatKey } from './site-names';
import { EmptyState, ErrorState, LoadingState } from './states';

export interface AllRowsProps<Data, Row extends { readonly key: string }> {
  /** Value of the URL parameter `all` that opens the dialog. */
  readonly id: string;
  /** Names the metric and the dimension, such as `Visits by page`. The name of the saved file is the site and this title. */
  readonly title: string;
  readonly siteName?: string;
  readonly dimension: string;
  /** Has `limit: MAX_ROWS`. */
  readonly request: ApiRequest<Data>;
  readonly rowsOf: (data: Data) => readonly Row[];
  readonly columns: readonly BreakdownColumn<Row>[];
  readonly tableOf: (rows: readonly Row[]) => Table;
  /** Passed to `BreakdownTable`. */
  readonly href?: (key: string) => string;
  readonly isChosen?: (key: string) => boolean;
  readonly isChoice?: boolean;
}

/** The dialog of `AllRows`. */
export function AllRowsDialog<Data, Row extends { readonly key: string }>(props: AllRowsProps<Data, Row>) {
  const {
    id,
    title,
    siteName = '',
    dimension,
    request,
    rowsOf,
    columns,
    tableOf,
    href,
    isChosen,
    isChoice,
  } = props;
  const { hrefWith } = useView();
  const { route } = useLocation();
  const formatKey = useFormatKey();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const { data, error, reload, stop } = useQuery(request);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Returns the focus to the link, also after the back button or a click on a row.
    return () => element?.close();
  }, []);

  const rows = data && rowsOf(data);
  const words = text.toLowerCase().trim();
  const found = rows?.filter(({ key }) =>
    [key, formatKey(dimension, key)].some((each) => each.toLowerCase().includes(words)),
  );
  return (
    <dialog
      ref={dialog}
      class="dialog dialog-rows"
      aria-label={title}
      onClose={() => {
        // Not after a navigation, which has changed the URL already.
        if (new URLSearchParams(location.search).get(OPENED) === id) route(hrefWith(OPENED, undefined), true);
      }}
    >
      <header class="card-head">
        <h2>{title}</h2>
        <ExportButtons
          title={t('{title} all rows', { title: `${siteName} ${title}` })}
          url={request.url}
          table={found && tableOf(found)}
        />
      </header>
      <label class="search">
        <Icon name="search" />
        <span class="sr-only">
          {t('Search {dimension}', { dimension: inSentence(formatDimension(dimension)) })}
        </span>
        <input
          type="search"
          autofocus
          placeholder={t('Search')}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Counting')} onStop={stop} />}
      {rows && found && (
        <>
          <div class="rows-scroll">
            {found.length === 0 && rows.length > 0 ? (
              <EmptyState title={t('No results')}>{t('Try a shorter search.')}</EmptyState>
            ) : (
              <BreakdownTable
                label={t('{title}, all rows', { title })}
                dimension={dimension}
                rows={found}
                columns={columns}
                isSortable
                {...(href ? { href } : {})}
                {...(isChosen ? { isChosen } : {})}
                {...(isChoice ? { isChoice } : {})}
              />
            )}
          </div>
          <p class="fine" role="status">
            {found.length === rows.length
              ? t('{count} rows', { count: rows.length })
              : t('{found} of {count} rows', { found: found.length, count: rows.length })}
            {rows.length >= QUERY_LIMITS.maxRows &&
              ` ${t('with the highest counts. Filter the page to see others.')}`}
          </p>
        </>
      )}
      <form method="dialog" class="dialog-actions">
        <button type="submit" class="button button-primary">
          {t('Close')}
        </button>
      </form>
    </dialog>
  );
}
