import type { z } from 'zod';
import { partitionRows } from '../domain/partition-rows';
import type { Reply } from '../http/endpoint';
import { describeFields, validated } from '../http/validate';

/** Rows that a bulk call takes. */
export const MAX_ROWS = 1_000;
const SHOWN_ERRORS = 20;

/** What a service says of the rows that it was handed. */
export interface ImportedRows {
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

export interface ImportRows<T, M> {
  /** Each row is checked by itself, so that one bad row spoils no other. */
  readonly row: z.ZodType<T>;
  /** The row as the service takes it. */
  readonly message: (row: T) => M;
  /** Saves the good rows, all or none; not called without any. */
  readonly save: (rows: readonly { readonly index: number; readonly value: M }[]) => Promise<ImportedRows>;
}

/** Checks rows, has the good ones saved, and answers how many were used, with the first that either side refused. */
export async function importRows<T, M>(
  sent: readonly unknown[],
  { row, message, save }: ImportRows<T, M>,
): Promise<Reply> {
  const { good, bad } = partitionRows(
    sent.map((one, index) => {
      const result = validated(row, one);
      if ('value' in result) return { index, value: message(result.value) };
      return { index, problem: describeFields(result.fields) };
    }),
  );
  const { imported, skipped, errors } = good.length === 0 ? NOTHING : await save(good);
  const shown = [...bad.map(({ index, problem }) => ({ index, message: problem })), ...errors]
    .map(({ index, message: text }) => ({ index, message: text }))
    .sort((a, b) => a.index - b.index)
    .slice(0, SHOWN_ERRORS);
  return { status: 200, body: { ok: true, imported, skipped: skipped + bad.length, errors: shown } };
}

const NOTHING: ImportedRows = { imported: 0, skipped: 0, errors: [] };
