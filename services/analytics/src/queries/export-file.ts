import { EVENT_COLUMNS, type ExportColumnName } from '@headwater/eventstore/event-columns';
import { csvCell } from '@headwater/kit/csv-cell';
import type { ExportFormat } from '@headwater/protos/vocabulary';

/** An exported column: its name in the file, and the SQL of its text. */
interface ExportColumn {
  readonly name: ExportColumnName;
  readonly sql: string;
}

/** SQL of the exported text of each column type. */
const TYPE_SQL = {
  text: (column: string) => column,
  origin: (column: string) => column,
  properties: (column: string) => column,
  id: (column: string) => `toString(${column})`,
  uuid: (column: string) => `toString(${column})`,
  integer: (column: string) => `toString(${column})`,
  time: (column: string) =>
    `formatDateTime(${column}, '%Y-%m-%dT%H:%i:%S', 'UTC') || '.' || leftPad(toString(toUnixTimestamp64Milli(${column}) % 1000), 3, '0') || 'Z'`,
} as const;

/** The columns of an export, in order. Stored ids of visitors and sessions are replaced by pseudonyms later. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = Object.entries(EVENT_COLUMNS).flatMap(
  ([column, declared]) =>
    'exportName' in declared ? [{ name: declared.exportName, sql: TYPE_SQL[declared.type](column) }] : [],
);

/** One exported event. Unknown values are `''`. */
export type ExportRow = Readonly<Record<Exclude<ExportColumnName, 'props'>, string>> & {
  readonly props: Readonly<Record<string, string>>;
};

export interface FileFormat {
  /** Text before the first event, with its line end; may be `''`. */
  readonly head: string;
  /** One event, with its line end. */
  line(row: ExportRow): string;
}

const NAMES = EXPORT_COLUMNS.map(({ name }) => name);
const CSV_LINE_END = '\r\n';

/** How each format writes events. */
export const FILE_FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: {
    head: NAMES.join(',') + CSV_LINE_END,
    line: (row) => NAMES.map((name) => csvCell(cellText(row, name))).join(',') + CSV_LINE_END,
  },
  ndjson: { head: '', line: (row) => `${JSON.stringify(row)}\n` },
};

/** Properties share one cell, as JSON; it is empty without any. */
function cellText(row: ExportRow, name: ExportColumnName): string {
  if (name !== 'props') return row[name];
  return Object.keys(row.props).length === 0 ? '' : JSON.stringify(row.props);
}

/** Large enough to make the overhead of a message negligible, small enough to buffer many. */
const CHUNK_CHARACTERS = 64 * 1_024;

/** Joins lines to chunks of about 64 Ki characters. Reads further lines only after a chunk was consumed. */
export async function* toChunks(
  head: string,
  batches: AsyncIterable<Iterable<string>>,
): AsyncGenerator<Buffer> {
  let chunk = head;
  for await (const lines of batches)
    for (const line of lines) {
      chunk += line;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
  if (chunk !== '') yield Buffer.from(chunk);
}
