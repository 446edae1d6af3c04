import type { IdentifyResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/IdentifyResponse';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';

/** What identify answers. */
export const identifiedSchema = z
  .strictObject({
    ok: z.literal(true),
    linked: z.boolean(),
    channel: z.enum(CHANNELS).exactOptional(),
    enriched: z.literal(true).exactOptional(),
  })
  .meta({ id: 'Identified' });

export function identifiedJson({ linked, channel, enriched }: IdentifyResponse__Output): object {
  return { ok: true, linked, ...(linked && channel ? { channel } : {}), ...(enriched ? { enriched } : {}) };
}
