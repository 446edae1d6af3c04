import { defineEndpoint } from '../http/endpoint';
import { readDefinitions } from './read-definitions';
import { fullSiteJson, fullSiteSchema } from './shapes/full-site-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}` */
export const getSite = defineEndpoint({
  operationId: 'getSite',
  summary: 'Get a site with its snippet, detection summary, goals and funnels',
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
