import { z } from 'zod';

/** `{id}` of a path: a positive safe integer. */
const siteId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta({ description: 'Site id', type: 'integer', minimum: 1, example: 12 });

/** Parameters of a path below one site. */
export const siteParams = z.object({ id: siteId });

/** Parameters of a path below one event of a site. */
export const siteEventParams = z.object({
  id: siteId,
  name: z
    .string()
    .regex(/^\P{Cc}{1,120}$/u, 'must be 1 to 120 characters without control characters')
    .meta({ description: 'Event name, percent-encoded', maxLength: 120, example: 'signup' }),
});

/** Parameters of a path below one visitor of a site. */
export const siteVisitorParams = z.object({
  id: siteId,
  visitorId: z
    .string()
    .max(64)
    .meta({ description: 'From an export', example: '4f6b9c5c5c1c2a734f6b7b0b5c1c2a73' }),
});

/** Parameters of a path below one receipt of a site. */
export const siteReceiptParams = z.object({
  id: siteId,
  eventId: z.string().max(64).meta({ description: 'Event id, a UUID' }),
});
