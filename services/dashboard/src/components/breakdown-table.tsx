import type { ComponentChildren } from 'preact';
import { formatDimension } from '../format/names';
import { t } from '../strings/text';
import { useFormatKey } from './site-names';
import { classOfColumn, ColumnHeading, useSort } from './sort';
import { NoData } from './states';

/** A column right of the key. */
export interface BreakdownColumn<Row> {
  readonly label: string;
  readonly value: (row: Row) => number | undefined;
  readonly format: (value: number) => string;
  /** Replaces `format`, such as for money, where a number would lose digits. */
  readonly text?: (row: Row) => ComponentChildren;
  /** Hides the column on phones, where others are more important. */
  readonly isWideOnly?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly dimension: string;
  readonly rows: readonly Row[];
  /** The bars show the first column. */
  readonly columns: readonly BreakdownColumn<Row>[];
  /** Link of a key, such as to the same page with that filter. Without it keys are plain text. */
  readonly href?: (key: string) => string;
  /** Whether the page is filtered by a key. */
  readonly isChosen?: (key: string) => boolean;
  /** A click selects one row, for instance to show its details, instead of filtering. */
  readonly isChoice?: boolean;
  /** Shown without rows. */
  readonly emptyText?: string;
  /** Whether a click on the heading of a column sorts the rows. Only for tables with all rows of the dimension, or nearly all. */
  readonly isSortable?: boolean;
  /** Max rows to show, after sorting. */
  readonly maxRows?: number;
}

/** The rows of a breakdown, highest first. Tab focuses the keys; the arrow keys move between them. */
export function BreakdownTable<Row extends { readonly key: string }>(props: Props<Row>) {
  const { label, dimension, columns, href, isChosen, isChoice = false, isSortable = false, maxRows } = props;
  const formatKey = useFormatKey();
  const sorting = useSort(
    props.rows,
    isSortable ? columns.map((column) => ({ ...column, sortBy: column.value })) : [],
  );
  const rows = sorting.rows.slice(0, maxRows);
  const [first] = columns;
  if (rows.length === 0) return <NoData title={props.emptyText ?? t('No data in this time range')} />;
  const max = Math.max(1, ...rows.map((row) => first?.value(row) ?? 0));
  return (
    <div class={columns.length > 3 ? 'breakdown-scroll' : undefined}>
      <table
        class={isChoice ? 'breakdown breakdown-choice' : 'breakdown'}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        <thead>
          <tr>
            <th scope="col">{formatDimension(dimension)}</th>
            {columns.map((column) => (
              <ColumnHeading
                key={column.label}
                label={column.label}
                isNumber
                isWideOnly={column.isWideOnly}
                {...(isSortable ? sorting.headingOf({ ...column, sortBy: column.value }) : {})}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const text = formatKey(dimension, row.key);
            return (
              <tr key={row.key} aria-current={isChosen?.(row.key) ? 'true' : undefined}>
                <th scope="row">
                  <span
                    class="bar"
                    style={{ '--share': `${(100 * (first?.value(row) ?? 0)) / max}%` }}
                    aria-hidden="true"
                  />
                  <span class="key" title={text}>
                    {href ? (
                      <a href={href(row.key)} data-row>
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                  </span>
                </th>
                {columns.map((column) => (
                  <td
                    key={column.label}
                    class={classOfColumn({ isNumber: true, isWideOnly: column.isWideOnly })}
                  >
                    {shown(column, row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function shown<Row>({ value, format, text }: BreakdownColumn<Row>, row: Row): ComponentChildren {
  if (text) return text(row);
  const number = value(row);
  return number === undefined ? '–' : format(number);
}

/** Moves the focus between the links of the rows (`data-row`) with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const index = rows.indexOf(document.activeElement as HTMLElement);
  if (index < 0) return;
  const next: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = rows[next[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** The credit that the licence of the country data (CC BY 4.0) requires on each page that shows countries. */
export function CountryCredit() {
  return (
    <p class="fine credit">
      <a href="https://db-ip.com" target="_blank" rel="noreferrer">
        {t('IP geolocation by DB-IP')}
      </a>
    </p>
  );
}
