import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { Funnel__Output } from '@headwater/protos/gen/headwater/sites/v1/Funnel';
import type { Goal__Output } from '@headwater/protos/gen/headwater/sites/v1/Goal';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { SitesDefinition } from '@headwater/protos/services';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { funnelJson, funnelSchema, goalJson, goalSchema } from './shapes/definitions';
import {
  changedSettings,
  clickIdsSchema,
  createdSiteSchema,
  detectionJson,
  detectionSchema,
  excludedAddressesSchema,
  excludedPathsSchema,
  NULL_RESETS,
  retentionDaysSchema,
  siteJson,
  siteParams,
  scrubSchema,
  siteSchema,
  siteSettings,
  siteSnippet,
  snippetSchema,
  splitNulls,
} from './shapes/site';

/** A site with its snippet, detection, goals and funnels: the response of get, update and restore. */
export const fullSiteSchema = siteSchema
  .extend({
    snippet: snippetSchema,
    detection: detectionSchema.nullable().meta({ description: 'Null if detection never ran' }),
    goals: z.array(goalSchema),
    funnels: z.array(funnelSchema),
  })
  .meta({ id: 'FullSite' });

/** The goals and funnels of a site. */
interface SiteDefinitions {
  readonly goals: readonly Goal__Output[];
  readonly funnels: readonly Funnel__Output[];
}

/** Maps a site with its goals and funnels to JSON. */
export function fullSiteJson(
  site: Site__Output,
  { goals, funnels }: SiteDefinitions,
  scriptUrl: string,
): z.infer<typeof fullSiteSchema> {
  return {
    ...siteJson(site),
    snippet: siteSnippet(site, scriptUrl),
    detection: site.detection ? detectionJson(site.detection) : null,
    goals: goals.map(goalJson),
    funnels: funnels.map(funnelJson),
  };
}

/** Reads the goals and funnels of a site. */
export async function readDefinitions(
  sites: Client<SitesDefinition>,
  siteId: number,
  call: CallOptions,
): Promise<SiteDefinitions> {
  const [{ goals }, { funnels }] = await Promise.all([
    sites.ListGoals({ siteId }, call),
    sites.ListFunnels({ siteId }, call),
  ]);
  return { goals, funnels };
}

/** `POST /api/v1/sites` */
export const createSite = defineEndpoint({
  operationId: 'createSite',
  summary: 'Create a site',
  description: 'Idempotent by domain: if the domain already has a site, returns that site unchanged.',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites',
  example: { body: { domain: 'example.com', timezone: 'Europe/Berlin', categories: ['saas'] } },
  scope: 'sites:write',
  body: z.strictObject({
    domain: z
      .string()
      .min(1)
      .meta({
        description: 'Domain name. Scheme, `www.`, port and path are ignored',
        examples: ['example.com'],
      }),
    name: siteSettings.name.exactOptional(),
    timezone: siteSettings.timezone.exactOptional(),
    categories: siteSettings.categories.exactOptional(),
    tags: siteSettings.tags.exactOptional(),
    retentionDays: retentionDaysSchema.exactOptional(),
    detect: z.boolean().exactOptional().meta({ description: 'Run detection in the background' }),
  }),
  responses: {
    201: { description: 'The new site', schema: createdSiteSchema },
    200: { description: 'The existing site of the domain, unchanged', schema: createdSiteSchema },
  },
  failures: [],
  run: async ({ body, call }, { sites, scriptUrl }) => {
    const { retentionDays, ...settings } = body;
    // No retention is the default.
    const days = typeof retentionDays === 'number' ? { retentionDays } : {};
    const { site, existing } = await sites.CreateSite({ ...settings, ...days }, call);
    if (!site) throw failure('internal_error', 'The sites service returned no site. Retry.');
    return {
      status: existing ? 200 : 201,
      body: { ...siteJson(site), existing, snippet: siteSnippet(site, scriptUrl) },
    };
  },
});

/** `GET /api/v1/sites/{id}` */
export const getSite = defineEndpoint({
  operationId: 'getSite',
  summary: 'Get a site',
  description: 'Returns the site with its snippet, detection result, goals and funnels.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}',
  scope: 'sites:read',
  params: siteParams,
  responses: { 200: { description: 'The site', schema: fullSiteSchema } },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites, scriptUrl }) => {
    const [site, definitions] = await Promise.all([
      sites.GetSite({ id: params.id }, call),
      readDefinitions(sites, params.id, call),
    ]);
    return { status: 200, body: fullSiteJson(site, definitions, scriptUrl) };
  },
});

/** `PATCH /api/v1/sites/{id}` */
export const updateSite = defineEndpoint({
  operationId: 'updateSite',
  summary: 'Update a site',
  description: `Changes only the fields you send. A list replaces the whole stored list. ${NULL_RESETS} Null resets \`scrub\` to true, \`clickIds\` to false, and \`retentionDays\` to all days. To shorten \`retentionDays\` is destructive: see the field.`,
  tag: 'Sites',
  method: 'patch',
  path: '/api/v1/sites/{id}',
  example: { body: { name: 'Example', tags: ['shop'], retentionDays: 400 } },
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({
    ...changedSettings,
    scrub: scrubSchema.nullable().exactOptional(),
    clickIds: clickIdsSchema.nullable().exactOptional(),
    excludedPaths: excludedPathsSchema.nullable().exactOptional(),
    excludedAddresses: excludedAddressesSchema.nullable().exactOptional(),
    retentionDays: retentionDaysSchema.exactOptional(),
  }),
  auditedAs: ({ body: { scrub, clickIds, excludedPaths, excludedAddresses, retentionDays } }) => {
    const actions = [
      ...(scrub === undefined ? [] : [scrub === false ? 'disableScrubbing' : 'enableScrubbing']),
      ...(clickIds === undefined ? [] : [clickIds ? 'enableClickIds' : 'disableClickIds']),
      ...(excludedPaths === undefined && excludedAddresses === undefined ? [] : ['changeExclusions']),
      ...(retentionDays === undefined ? [] : ['changeRetention']),
    ];
    const [first, ...others] = actions;
    return (
      first && [first, ...others.map((action) => action.replace(/^./, (c) => c.toUpperCase()))].join('And')
    );
  },
  responses: { 200: { description: 'The updated site', schema: fullSiteSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites, scriptUrl }) => {
    const { given, unset } = splitNulls(body);
    const { categories, tags, excludedPaths, excludedAddresses, ...texts } = given;
    const site = await sites.UpdateSite(
      {
        id: params.id,
        ...texts,
        ...(categories ? { categories: { values: categories } } : {}),
        ...(tags ? { tags: { values: tags } } : {}),
        ...(excludedPaths ? { excludedPaths: { values: excludedPaths } } : {}),
        ...(excludedAddresses ? { excludedAddresses: { values: excludedAddresses } } : {}),
        unset,
      },
      call,
    );
    const definitions = await readDefinitions(sites, params.id, call);
    return { status: 200, body: fullSiteJson(site, definitions, scriptUrl) };
  },
});

/** `GET /api/v1/categories` */
export const listCategories = defineEndpoint({
  operationId: 'listCategories',
  summary: 'List site categories',
  description: 'Lists the values that `categories` of a site accepts.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/categories',
  scope: 'any',
  responses: {
    200: {
      description: 'The category slugs',
      schema: z.strictObject({ categories: z.array(z.enum(SITE_CATEGORIES)) }),
    },
  },
  failures: [],
  run: () => Promise.resolve({ status: 200, body: { categories: SITE_CATEGORIES } }),
});
