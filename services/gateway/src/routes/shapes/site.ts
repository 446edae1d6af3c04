import type { Detection__Output } from '@headwater/protos/gen/headwater/sites/v1/Detection';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { CLICK_ID_LIMITS, SITE_LIMITS } from '@headwater/protos/limits';
import { CLICK_ID_PLATFORMS, SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime, snippet } from '../../domain/format';

/** `{id}` of a path: a positive safe integer. */
const siteId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .meta({ description: 'Site id', type: 'integer', minimum: 1, examples: [12] });

/** Path parameters of the routes below a site. */
export const siteParams = z.object({ id: siteId });

/** Site fields that create and update share. The sites service checks the values further. */
export const siteSettings = {
  name: z.string().min(1).meta({ description: 'Display name; defaults to the domain' }),
  timezone: z
    .string()
    .min(1)
    .meta({ description: 'IANA zone name; defaults to UTC', examples: ['Europe/Berlin'] }),
  categories: z
    .array(z.enum(SITE_CATEGORIES))
    .meta({ description: 'Site types; the first one is the primary type' }),
  tags: z.array(z.string()).meta({
    description: `Free-form tags: up to ${SITE_LIMITS.maxTags}, each up to ${SITE_LIMITS.maxTagLength} characters`,
  }),
};

/** Whether the collector redacts personal data, for updates and responses. */
export const scrubSchema = z.boolean().meta({
  description:
    'Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. ' +
    'A change applies to new events within 5 s, and is an audit log entry of its own',
});

/** Whether click ids are stored, for updates and responses. */
export const clickIdsSchema = z.boolean().meta({
  description:
    `Whether the click ids of landing pages (${Object.keys(CLICK_ID_PLATFORMS).join(', ')}) are stored, encrypted, for ` +
    `${CLICK_ID_LIMITS.days} days. \`GET /conversions\` exports them. False also deletes those that are stored, with the next run of the purge job. ` +
    'A change applies to new pageviews within 5 s, and is an audit log entry of its own',
});

const { maxExclusions, maxExcludedPathLength } = SITE_LIMITS;

/** Paths whose browser events are dropped, for updates and responses. */
export const excludedPathsSchema = z.array(z.string()).meta({
  description:
    `Paths whose events from browsers are dropped as \`excluded\`. \`*\` is any text. Up to ${maxExclusions}, each up to ${maxExcludedPathLength} characters. ` +
    'Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own',
  examples: [['/admin/*']],
});

/** Addresses whose browser events are dropped, for updates and responses. */
export const excludedAddressesSchema = z.array(z.string()).meta({
  description:
    `IP addresses and subnets whose events from browsers are dropped as \`excluded\`. Up to ${maxExclusions}. No subnet of every address (\`/0\`). ` +
    'The collector compares them on arrival. No event contains an address',
  examples: [['203.0.113.0/24']],
});

const { minRetentionDays, maxRetentionDays, retentionGraceDays } = SITE_LIMITS;

/** For how many days a site stores events, for requests and responses. */
export const retentionDaysSchema = z
  .int()
  .min(minRetentionDays)
  .max(maxRetentionDays)
  .nullable()
  .meta({
    description:
      'Days before today for which events are stored, in whole days of the site; null: all days. ' +
      `A shorter retention applies after ${retentionGraceDays} days, and its events are then removed permanently`,
    examples: [400],
  });

/** The meaning of null in an update, for the API reference. */
export const NULL_RESETS =
  'Null resets a field to its default: `name` to the domain, `timezone` to UTC, a list to an empty one.';

/** `siteSettings` of an update: absent fields stay, null resets a field to its default. */
export const changedSettings = {
  name: siteSettings.name.nullable().exactOptional(),
  timezone: siteSettings.timezone.nullable().exactOptional(),
  categories: siteSettings.categories.nullable().exactOptional(),
  tags: siteSettings.tags.nullable().exactOptional(),
};

/** The fields of an update that have a value, and the names of those that are null. */
export function splitNulls<T extends object>(
  fields: T,
): { readonly given: { [K in keyof T]: Exclude<T[K], null> }; readonly unset: string[] } {
  const entries = Object.entries(fields);
  return {
    // Safe cast: the entries with null are filtered out.
    given: Object.fromEntries(entries.filter(([, value]) => value !== null)) as {
      [K in keyof T]: Exclude<T[K], null>;
    },
    unset: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

const timestamp = z.iso.datetime({ precision: 3 });

/** A site as every response shows it. */
export const siteSchema = z
  .strictObject({
    id: z.int().positive(),
    domain: z.string().meta({ examples: ['example.com'] }),
    name: z.string(),
    timezone: z.string().meta({ description: 'IANA zone name', examples: ['Europe/Berlin'] }),
    installed: z
      .boolean()
      .meta({ description: 'True once the snippet was seen live on the site. Stays true afterwards' }),
    scrub: scrubSchema,
    clickIds: clickIdsSchema,
    excludedPaths: excludedPathsSchema,
    excludedAddresses: excludedAddressesSchema,
    retentionDays: retentionDaysSchema,
    retentionAppliesAt: timestamp.nullable().meta({
      description:
        'When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events',
    }),
    removedBefore: z.iso.date().nullable().meta({
      description:
        'First day without removed events, in the time zone of the site; null if none were removed',
    }),
    category: z
      .enum(SITE_CATEGORIES)
      .nullable()
      .meta({ description: 'First of `categories`; null if there are none' }),
    categories: z.array(z.enum(SITE_CATEGORIES)),
    tags: z.array(z.string()),
    createdAt: timestamp,
  })
  .meta({ id: 'Site' });

/** A deleted site that can still be restored. */
export const deletedSiteSchema = siteSchema
  .extend({ deletedAt: timestamp, purgeAt: timestamp })
  .meta({ id: 'DeletedSite' });

/** The installation snippet of a site. */
export const snippetSchema = z
  .string()
  .meta({ description: 'The script element to add to every page of the site' });

/** The response of `POST /sites`. */
export const createdSiteSchema = siteSchema
  .extend({
    existing: z.boolean().meta({ description: 'True if the domain already had a site' }),
    snippet: snippetSchema,
  })
  .meta({ id: 'CreatedSite' });

type SiteJson = z.infer<typeof siteSchema>;

/** Maps a site to JSON. */
export function siteJson(site: Site__Output): SiteJson {
  // The sites service validates categories. An older gateway must accept the slugs of a newer service.
  const categories = site.categories as SiteJson['categories'];
  return {
    id: site.id,
    domain: site.domain,
    name: site.name,
    timezone: site.timezone,
    installed: site.installed,
    scrub: scrubs(site),
    clickIds: site.clickIds ?? false,
    excludedPaths: site.exclusions?.paths ?? [],
    excludedAddresses: site.exclusions?.addresses ?? [],
    ...retentionJson(site),
    category: categories[0] ?? null,
    categories,
    tags: site.tags,
    createdAt: isoTime(site.createdAtMs),
  };
}

/** Whether a site's events are scrubbed. An older sites service doesn't say, and has no other sites. */
export function scrubs({ scrub = true }: Site__Output): boolean {
  return scrub;
}

/** Maps the retention of a site to JSON. An older sites service stores all days. */
function retentionJson({
  retention,
}: Site__Output): Pick<SiteJson, 'retentionDays' | 'retentionAppliesAt' | 'removedBefore'> {
  const { days = null, appliesAtMs, removedBeforeDay = null } = retention ?? {};
  const retentionAppliesAt = appliesAtMs === undefined ? null : isoTime(appliesAtMs);
  return { retentionDays: days, retentionAppliesAt, removedBefore: removedBeforeDay };
}

/** The snippet of a site as HTML. */
export function siteSnippet(site: Site__Output, scriptUrl: string): string {
  return snippet({ siteId: site.id, siteKey: site.siteKey, scriptUrl });
}

/** A problem with a site's installation or traffic, and how to fix it. */
export const findingSchema = z
  .strictObject({ code: z.string(), message: z.string(), fix: z.string() })
  .meta({ id: 'Finding' });

/** The result of a check of the site's home page. */
export const detectionSchema = z
  .strictObject({
    status: z.enum(['pending', 'done', 'failed']),
    checkedAt: z.iso.datetime({ precision: 3 }).nullable(),
    title: z.string().nullable(),
    language: z.string().nullable(),
    platform: z.string().nullable(),
    snippetFound: z.boolean().nullable(),
    suggestedCategories: z.array(z.enum(SITE_CATEGORIES)),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'Detection' });

type DetectionJson = z.infer<typeof detectionSchema>;

/** Maps a detection to JSON. */
export function detectionJson(detection: Detection__Output): DetectionJson {
  return {
    status: detection.status as DetectionJson['status'],
    checkedAt: detection.checkedAtMs === undefined ? null : isoTime(detection.checkedAtMs),
    title: detection.title ?? null,
    language: detection.language ?? null,
    platform: detection.platform ?? null,
    snippetFound: detection.snippetFound ?? null,
    suggestedCategories: detection.suggestedCategories as DetectionJson['suggestedCategories'],
    findings: detection.findings.map(({ code, message, fix }) => ({ code, message, fix })),
  };
}
