import { z } from 'zod';

const MOST = 200;

/** How much of a list to answer, and where to go on. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${MOST}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST, `must be a whole number from 1 to ${MOST}`)
    .optional()
    .meta({ description: 'Rows in an answer; default 50', type: 'integer', minimum: 1, maximum: MOST }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the answer before' }),
};
