import type { ComponentChildren } from 'preact';

interface DataColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first column is the heading of the row. */
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string | number;
}

/** A table of resources, such as tokens. Scrolls sideways on narrow screens. */
export function DataTable<Row>({ label, rows, columns, keyOf }: Props<Row>) {
  const classOf = (column: DataColumn<Row>) => (column.isNumber ? 'number' : undefined);
  return (
    <div class="table-scroll data" role="region" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" class={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
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
  );
}
