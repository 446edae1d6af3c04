import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';

/** Fields of a site that both its creation and its change take. The finer rules are the sites service's. */
export const siteSettings = {
  name: z.string().min(1).meta({ description: 'Display name; defaults to the domain' }),
  timezone: z
    .string()
    .min(1)
    .meta({ description: 'IANA zone name; defaults to UTC', example: 'Europe/Berlin' }),
  categories: z
    .array(z.enum(SITE_CATEGORIES))
    .meta({ description: 'Site types, the first is the primary one' }),
  tags: z.array(z.string()).meta({ description: 'Free tags: at most 50 of at most 64 characters' }),
};
