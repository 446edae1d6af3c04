import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import { snippet } from '../../domain/snippet';

const timestamp = z.iso.datetime({ precision: 3 });

/** A site, as it stands in every answer. */
export const siteSchema = z
  .strictObject({
    id: z.int().positive(),
    domain: z.string().meta({ example: 'example.com' }),
    name: z.string(),
    timezone: z.string().meta({ description: 'IANA zone name', example: 'Europe/Berlin' }),
    installed: z
      .boolean()
      .meta({ description: 'True once the snippet was seen live on the site; stays true' }),
    category: z
      .enum(SITE_CATEGORIES)
      .nullable()
      .meta({ description: 'First of `categories`, null without any' }),
    categories: z.array(z.enum(SITE_CATEGORIES)),
    tags: z.array(z.string()),
    createdAt: timestamp,
  })
  .meta({ id: 'Site' });

/** A site in the bin. */
export const binnedSiteSchema = siteSchema
  .extend({ deletedAt: timestamp, purgeAt: timestamp })
  .meta({ id: 'BinnedSite' });

export const snippetSchema = z.string().meta({ description: 'The script element to place on the site' });

/** What `POST /sites` answers. */
export const createdSiteSchema = siteSchema
  .extend({
    existing: z.boolean().meta({ description: 'True when the domain was a site already' }),
    snippet: snippetSchema,
  })
  .meta({ id: 'CreatedSite' });

export type SiteJson = z.infer<typeof siteSchema>;

export function siteJson(site: Site__Output): SiteJson {
  // The closed list is the service's to keep; an older gateway must not fail on a newer service's slug.
  const categories = site.categories as SiteJson['categories'];
  return {
    id: site.id,
    domain: site.domain,
    name: site.name,
    timezone: site.timezone,
    installed: site.installed,
    category: categories[0] ?? null,
    categories,
    tags: site.tags,
    createdAt: isoTime(site.createdAtMs),
  };
}

export function siteSnippet(site: Site__Output, scriptUrl: string): string {
  return snippet({ siteId: site.id, siteKey: site.siteKey, scriptUrl });
}
