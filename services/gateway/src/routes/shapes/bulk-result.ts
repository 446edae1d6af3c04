import { z } from 'zod';

const count = z.int().nonnegative();

/** What a bulk call answers. */
export const bulkResultSchema = z
  .strictObject({
    ok: z.literal(true),
    imported: count,
    skipped: count,
    errors: z
      .array(z.strictObject({ index: count, message: z.string() }))
      .max(20)
      .meta({ description: 'The first 20 skipped rows' }),
  })
  .meta({ id: 'BulkResult' });
