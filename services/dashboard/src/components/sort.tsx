import { useState } from 'preact/hooks';
import { sortRows } from './sort-rows';

/** A column by which a table can be sorted. */
interface SortableColumn<Row> {
  readonly label: string;
  /** Value to sort by; rows without a value are last. Omitted: the table can't be sorted by this column. */
  readonly sortBy?: (row: Row) => number | string | null | undefined;
}

export interface Order {
  readonly label: string;
  readonly isDescending: boolean;
}

interface Sorting<Row, Column extends SortableColumn<Row>> {
  /** The rows in the chosen order; by default in the given one. */
  readonly rows: readonly Row[];
  /** Content and order of the heading of a column. */
  readonly headingOf: (column: Column) => Heading;
}

interface Heading {
  readonly 'aria-sort'?: 'ascending' | 'descending';
  readonly onSort?: () => void;
}

/**
 * Sorts the rows of a table by the column whose heading the user clicks. A second click reverses the order.
 *
 * @param initial the order until then; default: that of the rows
 */
export function useSort<Row, Column extends SortableColumn<Row>>(
  rows: readonly Row[],
  columns: readonly Column[],
  initial?: Order,
): Sorting<Row, Column> {
  const [order, setOrder] = useState(initial);
  const by = columns.find(({ label }) => label === order?.label)?.sortBy;
  const sorted = by && order ? sortRows(rows, by, order.isDescending) : rows;
  return {
    rows: sorted,
    headingOf: ({ label, sortBy }) => {
      if (!sortBy) return {};
      const isChosen = order?.label === label;
      const startsDescending = rows.some((row) => typeof sortBy(row) === 'number');
      return {
        ...(isChosen ? { 'aria-sort': order.isDescending ? 'descending' : 'ascending' } : {}),
        onSort: () => setOrder({ label, isDescending: isChosen ? !order.isDescending : startsDescending }),
      };
    },
  };
}

interface HeadingProps extends Heading {
  readonly label: string;
  readonly isNumber?: boolean | undefined;
  /** Hides the column on phones. */
  readonly isWideOnly?: boolean | undefined;
}

/** The class of the cells of a column. */
export const classOfColumn = ({
  isNumber,
  isWideOnly,
}: Pick<HeadingProps, 'isNumber' | 'isWideOnly'>): string | undefined =>
  [isNumber && 'number', isWideOnly && 'wide-only'].filter(Boolean).join(' ') || undefined;

/** The heading of a column, with a button if the table can be sorted by it. */
export function ColumnHeading({ label, isNumber, isWideOnly, onSort, 'aria-sort': order }: HeadingProps) {
  return (
    <th
      scope="col"
      class={classOfColumn({ isNumber, isWideOnly })}
      {...(order ? { 'aria-sort': order } : {})}
    >
      {onSort ? (
        <button type="button" class="sort" onClick={onSort}>
          {label}
        </button>
      ) : (
        label
      )}
    </th>
  );
}
