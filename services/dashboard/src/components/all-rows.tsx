import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Question } from '../api/question';
import { useAnswer } from '../api/use-answer';
import type { Table } from '../export/csv';
import { ExportButtons } from '../export/export-buttons';
import { formatDimension, formatKey } from '../format/names';
import { formatCount } from '../format/numbers';
import { useView } from '../view/use-view';
import { OPENED } from '../view/view';
import { BreakdownTable, type BreakdownColumn } from './breakdown-table';
import { Icon } from './icon';
import { EmptyState, ErrorState, LoadingState } from './states';

/** The most that the API gives of a breakdown. */
export const MOST_ROWS = 500;

interface Props<Answer, Row extends { readonly key: string }> {
  /** Its name in the address. */
  readonly id: string;
  /** What is broken down and by what; with the site it is the name of the saved file, too. */
  readonly title: string;
  readonly siteName?: string;
  readonly dimension: string;
  /** Asks for `MOST_ROWS`. */
  readonly asked: Question<Answer>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly columns: readonly BreakdownColumn<Row>[];
  readonly tableOf: (rows: readonly Row[]) => Table;
  /** As of `BreakdownTable`. */
  readonly href?: (key: string) => string;
  readonly isChosen?: (key: string) => boolean;
  readonly isChoice?: boolean;
}

/** A link below a breakdown that shows only the first rows, to all of them in a dialog, which has an address of its own. */
export function AllRows<Answer, Row extends { readonly key: string }>(props: Props<Answer, Row>) {
  const { search, hrefWith } = useView();
  const { id, title } = props;
  return (
    <p class="all-rows">
      <a href={hrefWith(OPENED, id)} aria-label={`All rows: ${title}`}>
        All rows
      </a>
      {search.get(OPENED) === id && <AllRowsDialog {...props} />}
    </p>
  );
}

function AllRowsDialog<Answer, Row extends { readonly key: string }>(props: Props<Answer, Row>) {
  const {
    id,
    title,
    siteName = '',
    dimension,
    asked,
    rowsOf,
    columns,
    tableOf,
    href,
    isChosen,
    isChoice,
  } = props;
  const { hrefWith } = useView();
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const { data, error, reload } = useAnswer(asked);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Whoever goes back, or filters by a row, gets the focus back, too.
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
        // Not when another address has closed it.
        if (new URLSearchParams(location.search).get(OPENED) === id) route(hrefWith(OPENED, undefined), true);
      }}
    >
      <header class="card-head">
        <h2>{title}</h2>
        <ExportButtons
          title={`${siteName} ${title} all rows`}
          url={asked.url}
          table={found && tableOf(found)}
        />
      </header>
      <label class="search">
        <Icon name="search" />
        <span class="sr-only">Search {formatDimension(dimension).toLowerCase()}</span>
        <input
          type="search"
          autofocus
          placeholder="Search"
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Counting" />}
      {rows && found && (
        <>
          <div class="rows-scroll">
            {found.length === 0 && rows.length > 0 ? (
              <EmptyState title="No row is like that">Search for less.</EmptyState>
            ) : (
              <BreakdownTable
                label={`${title}, all rows`}
                dimension={dimension}
                rows={found}
                columns={columns}
                {...(href ? { href } : {})}
                {...(isChosen ? { isChosen } : {})}
                {...(isChoice ? { isChoice } : {})}
              />
            )}
          </div>
          <p class="fine" role="status">
            {found.length === rows.length
              ? `${formatCount(rows.length)} rows`
              : `${formatCount(found.length)} of ${formatCount(rows.length)} rows`}
            {rows.length >= MOST_ROWS && ': those with most. Filter the page to see others.'}
          </p>
        </>
      )}
      <form method="dialog" class="dialog-actions">
        <button type="submit" class="button button-primary">
          Close
        </button>
      </form>
    </dialog>
  );
}
