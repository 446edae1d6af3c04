import type { ExportFormat } from '@headwater/protos/vocabulary';
import { EXPORT_COLUMNS, type ExportColumn, type ExportRow } from './columns';
import { csvCell } from '@headwater/kit/csv-cell';

/** How a format writes a file. */
export interface FileFormat {
  /** What stands before the first event, with its line end; `''` when nothing does. */
  readonly head: string;
  /** One event, with its line end. */
  line(row: ExportRow): string;
}

const COLUMNS = Object.keys(EXPORT_COLUMNS) as readonly ExportColumn[];
const CSV_LINE_END = '\r\n';

/** Each format of an export. */
export const FILE_FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: {
    head: COLUMNS.join(',') + CSV_LINE_END,
    line: (row) => COLUMNS.map((column) => csvCell(textOf(row, column))).join(',') + CSV_LINE_END,
  },
  ndjson: { head: '', line: (row) => `${JSON.stringify(row)}\n` },
};

/** Properties share one cell, as JSON; it is empty without any. */
function textOf(row: ExportRow, column: ExportColumn): string {
  if (column !== 'props') return row[column];
  return Object.keys(row.props).length === 0 ? '' : JSON.stringify(row.props);
}
