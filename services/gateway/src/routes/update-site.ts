import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { readDefinitions } from './read-definitions';
import { fullSiteJson, fullSiteSchema } from './shapes/full-site-shape';
import { siteParams } from './shapes/site-params';
import { siteSettings } from './shapes/site-settings';

/** `PATCH /api/v1/sites/{id}`: changes the fields that are present; lists are replaced whole. */
export const updateSite = defineEndpoint({
  operationId: 'updateSite',
  summary: 'Update name, timezone, categories or tags',
  tag: 'Sites',
  method: 'patch',
  path: '/api/v1/sites/{id}',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({
    name: siteSettings.name.exactOptional(),
    timezone: siteSettings.timezone.exactOptional(),
    categories: siteSettings.categories.exactOptional(),
    tags: siteSettings.tags.exactOptional(),
  }),
  responses: { 200: { description: 'The whole site', schema: fullSiteSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites, scriptUrl }) => {
    const { categories, tags, ...texts } = body;
    const site = await sites.UpdateSite(
      {
        id: params.id,
        ...texts,
        ...(categories ? { categories: { values: categories } } : {}),
        ...(tags ? { tags: { values: tags } } : {}),
      },
      call,
    );
    const definitions = await readDefinitions(sites, params.id, call);
    return { status: 200, body: fullSiteJson(site, definitions, scriptUrl) };
  },
});
