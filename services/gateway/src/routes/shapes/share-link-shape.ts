import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import type { ListedShareLink } from '../../store/share-links';

/** A share link, as it stands in every answer. */
export const shareLinkSchema = z
  .strictObject({
    id: z.int().positive(),
    name: z.string(),
    url: z.url().meta({ description: 'The page: whoever has it, and its password, sees the numbers' }),
    hasPassword: z.boolean(),
    createdAt: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'ShareLink' });

/** @param publicUrl where browsers reach the gateway */
export function shareLinkJson(
  { id, name, slug, hasPassword, createdAtMs }: ListedShareLink,
  publicUrl: string,
): z.infer<typeof shareLinkSchema> {
  return { id, name, url: `${publicUrl}/share/${slug}`, hasPassword, createdAt: isoTime(createdAtMs) };
}
