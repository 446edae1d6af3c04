import { csvCell } from '@headwater/kit/csv-cell';

/** What is seen, as a table: for the CSV and for readers who can not see a picture. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The table as RFC 4180 has it, every text safe for spreadsheets. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const cell = (value: string | number | null): string =>
  typeof value === 'number' ? String(value) : csvCell(value ?? '');
