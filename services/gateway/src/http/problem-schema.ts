import { ERROR_CODES, type ErrorCode } from '@headwater/protos/error-codes';
import { z } from 'zod';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** A problem document (RFC 9457), as every 4xx and 5xx answers. */
export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What is wrong and what to do about it' }),
    code: z.enum(CODES),
    requestId: z.string(),
    errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).exactOptional(),
  })
  .meta({ id: 'Problem' });
