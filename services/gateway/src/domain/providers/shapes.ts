import { z } from 'zod';

/** The last millisecond of the year 9999. */
const MAX_MS = 253_402_300_799_999;

/** RFC 3339 as Unix milliseconds. */
export const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.int().nonnegative().max(MAX_MS));

/** A text, or null if the provider sends none or something else. */
export const optionalText = z.string().min(1).max(320).nullish().catch(null);

/** Data that the seller adds: the id of a visitor. */
export const customData = z.object({ headwater_ref: optionalText }).nullish().catch(null);

/** Smallest units. */
export const minorUnits = z.int().nonnegative();
