import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../strings/text';
import { Icon } from './icon';
import { ColumnHeading, useSort, type Order } from './sort';

export interface DataColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Value to sort by; omitted: the table can't be sorted by this column. */
  readonly sortBy?: (row: Row) => number | string | null | undefined;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first column is the heading of the row. */
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** The order until the user chooses another one; default: that of the rows. */
  readonly order?: Order;
  /** Adds a search field: a row is shown if one of these texts contains the search. */
  readonly search?: { readonly label: string; readonly textsOf: (row: Row) => readonly (string | null)[] };
}

/** More rows take longer than 100 ms to sort. */
const FIRST_ROWS = 100;

/** A table of resources, such as tokens. Scrolls sideways on narrow screens. A button shows the rows after the first ones. */
export function DataTable<Row>({ label, rows: all, columns, keyOf, order, search }: Props<Row>) {
  const [text, setText] = useState('');
  const [hasAll, setAll] = useState(false);
  const words = text.toLowerCase().trim();
  // Without a search, rows without texts are shown, too.
  const found =
    search && words !== ''
      ? all.filter((row) => search.textsOf(row).some((each) => each?.toLowerCase().includes(words)))
      : all;
  const { rows, headingOf } = useSort(found, columns, order);
  const classOf = (column: DataColumn<Row>) => (column.isNumber ? 'number' : undefined);
  return (
    <>
      {search && (
        <div class="list-bar">
          <label class="search">
            <Icon name="search" />
            <span class="sr-only">{search.label}</span>
            <input
              type="search"
              placeholder={t('Search')}
              value={text}
              onInput={({ currentTarget: { value } }) => setText(value)}
            />
          </label>
          <p class="fine" role="status">
            {found.length === all.length
              ? t('{count} rows', { count: all.length })
              : t('{found} of {count} rows', { found: found.length, count: all.length })}
          </p>
        </div>
      )}
      <div
        class="table-scroll data"
        role="region"
        aria-label={t('{label} as a table', { label })}
        tabIndex={0}
      >
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHeading
                  key={column.label}
                  label={column.label}
                  isNumber={column.isNumber}
                  {...headingOf(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {(hasAll ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.label} scope="row">
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.label} class={classOf(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!hasAll && rows.length > FIRST_ROWS && (
        <p class="after">
          <button type="button" class="button" onClick={() => setAll(true)}>
            {t('All rows')}
          </button>
        </p>
      )}
    </>
  );
}
