import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { createdSiteSchema, siteJson, siteSnippet } from './shapes/site-shape';
import { siteSettings } from './shapes/site-settings';

/** `POST /api/v1/sites`: idempotent by domain. */
export const createSite = defineEndpoint({
  operationId: 'createSite',
  summary: 'Create a site; idempotent by domain',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites',
  scope: 'sites:write',
  body: z.strictObject({
    domain: z
      .string()
      .min(1)
      .meta({ description: 'Scheme, `www.`, port and path are ignored', example: 'example.com' }),
    name: siteSettings.name.exactOptional(),
    timezone: siteSettings.timezone.exactOptional(),
    categories: siteSettings.categories.exactOptional(),
    tags: siteSettings.tags.exactOptional(),
    detect: z.boolean().exactOptional().meta({ description: 'Run automatic detection in the background' }),
  }),
  responses: {
    201: { description: 'The new site', schema: createdSiteSchema },
    200: { description: 'The site that the domain had already, unchanged', schema: createdSiteSchema },
  },
  failures: [],
  run: async ({ body, call }, { sites, scriptUrl }) => {
    const { site, existing } = await sites.CreateSite(body, call);
    if (!site) throw failure('internal_error', 'The site was not returned. Try again.');
    return {
      status: existing ? 200 : 201,
      body: { ...siteJson(site), existing, snippet: siteSnippet(site, scriptUrl) },
    };
  },
});
