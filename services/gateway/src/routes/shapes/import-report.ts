import type { ImportRowsResponse__Output } from '@headwater/protos/gen/headwater/collector/v1/ImportRowsResponse';
import { z } from 'zod';

const MAX_ERRORS = 20;
const count = z.int().nonnegative();

/** What became of a file's rows. */
export const importReportSchema = z
  .strictObject({
    taken: count.meta({ description: 'Rows that are stored now, those that were before included' }),
    refused: count,
    errors: z
      .array(z.strictObject({ line: count, message: z.string() }))
      .max(MAX_ERRORS)
      .meta({ description: 'The first 20 refused rows, by the line of the file that each ends on' }),
  })
  .meta({ id: 'ImportReport' });

/** Adds up the answers to a file's batches. */
export function importReport() {
  const sums: z.infer<typeof importReportSchema> = { taken: 0, refused: 0, errors: [] };
  let last = 0;
  return {
    /** @param line the last of the batch */
    add: ({ taken, refused, refusals }: ImportRowsResponse__Output, line: number): void => {
      sums.taken += taken;
      sums.refused += refused;
      sums.errors.push(...refusals.slice(0, MAX_ERRORS - sums.errors.length));
      last = line;
    },
    /** The last line whose row is stored or refused; 0 before the first batch. */
    line: (): number => last,
    json: (): z.infer<typeof importReportSchema> => sums,
  };
}
