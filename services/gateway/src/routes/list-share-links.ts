import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { shareLinkJson, shareLinkSchema } from './shapes/share-link-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/share-links` */
export const listShareLinks = defineEndpoint({
  operationId: 'listShareLinks',
  summary: 'List the share links of a site',
  tag: 'Dashboard',
  method: 'get',
  path: '/api/v1/sites/{id}/share-links',
  scope: 'stats:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The links, by id',
      schema: z.strictObject({ shareLinks: z.array(shareLinkSchema) }).meta({ id: 'ShareLinkList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ principal, params, call }, { sites, shareLinks, publicUrl }) => {
    await sites.GetSite({ id: params.id }, call);
    const found = await shareLinks.list(principal.workspaceId, params.id);
    return { status: 200, body: { shareLinks: found.map((link) => shareLinkJson(link, publicUrl())) } };
  },
});
