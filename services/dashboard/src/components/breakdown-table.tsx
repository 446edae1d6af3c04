import { formatDimension, formatKey } from '../format/names';
import { EmptyState } from './states';
import { moveFocus } from './move-focus';

/** A column beside the key. */
export interface BreakdownColumn<Row> {
  readonly label: string;
  readonly value: (row: Row) => number | undefined;
  readonly format: (value: number) => string;
  /** Instead of `format`, where a number can not hold the figure exactly, as of money. */
  readonly text?: (row: Row) => string;
}

interface Props<Row> {
  readonly label: string;
  readonly dimension: string;
  readonly rows: readonly Row[];
  /** The first is what the bars show. */
  readonly columns: readonly BreakdownColumn<Row>[];
  /** Where a click on a key leads, such as to the same page with that filter; without it keys are plain text. */
  readonly href?: (key: string) => string;
  /** Whether a key is filtered by now. */
  readonly isChosen?: (key: string) => boolean;
  /** A click chooses what else is shown, rather than filtering: only one is chosen, and it stays so. */
  readonly isChoice?: boolean;
  /** Said where there is no row. */
  readonly nothing?: string;
}

/** Keys with their figures, most first. Tab reaches the keys, arrows go up and down between them. */
export function BreakdownTable<Row extends { readonly key: string }>(props: Props<Row>) {
  const { label, dimension, rows, columns, href, isChosen, isChoice = false } = props;
  const [first] = columns;
  if (rows.length === 0) return <EmptyState title={props.nothing ?? 'Nothing in this window'} />;
  const most = Math.max(1, ...rows.map((row) => first?.value(row) ?? 0));
  return (
    <table
      class={isChoice ? 'breakdown breakdown-choice' : 'breakdown'}
      aria-label={label}
      onKeyDown={moveFocus}
    >
      <thead>
        <tr>
          <th scope="col">{formatDimension(dimension)}</th>
          {columns.map((column) => (
            <th key={column.label} scope="col" class="number">
              {column.label}
            </th>
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
                  style={{ '--share': `${(100 * (first?.value(row) ?? 0)) / most}%` }}
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
                <td key={column.label} class="number">
                  {shown(column, row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function shown<Row>({ value, format, text }: BreakdownColumn<Row>, row: Row): string {
  if (text) return text(row);
  const number = value(row);
  return number === undefined ? '–' : format(number);
}
