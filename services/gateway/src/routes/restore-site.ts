import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { readDefinitions } from './read-definitions';
import { fullSiteJson, fullSiteSchema } from './shapes/full-site-shape';
import { siteParams } from './shapes/site-params';

/** `POST /api/v1/sites/{id}/restore`: out of the bin. */
export const restoreSite = defineEndpoint({
  operationId: 'restoreSite',
  summary: 'Restore a soft-deleted site before it is purged',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites/{id}/restore',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({}),
  bodyOptional: true,
  responses: { 200: { description: 'The restored site', schema: fullSiteSchema } },
  failures: ['site_not_found', 'domain_in_use'],
  run: async ({ params, call }, { sites, scriptUrl }) => {
    const site = await sites.RestoreSite({ id: params.id }, call);
    const definitions = await readDefinitions(sites, params.id, call);
    return { status: 200, body: fullSiteJson(site, definitions, scriptUrl) };
  },
});
