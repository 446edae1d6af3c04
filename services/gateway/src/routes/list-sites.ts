import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { binnedSiteSchema, siteJson, siteSchema } from './shapes/site-shape';

/** `GET /api/v1/sites`: every active site of the workspace, or those in the bin. */
export const listSites = defineEndpoint({
  operationId: 'listSites',
  summary: 'List every site in the workspace, or those in the bin',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites',
  scope: 'sites:read',
  narrowsToSites: true,
  query: z.object({
    deleted: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true` lists the bin, with `deletedAt` and `purgeAt`' }),
  }),
  responses: {
    200: {
      description: 'The sites by id',
      schema: z.strictObject({ sites: z.array(z.union([siteSchema, binnedSiteSchema])) }),
    },
  },
  failures: [],
  run: async ({ principal, query, call }, { sites }) => {
    const { sites: found } = await sites.ListSites({ deleted: query.deleted === 'true' }, call);
    const reached = found.filter(({ id }) => principal.sites === null || principal.sites.includes(id));
    const shaped = reached.map((site) => ({
      ...siteJson(site),
      ...(site.deletedAtMs === undefined ? {} : { deletedAt: isoTime(site.deletedAtMs) }),
      ...(site.purgeAtMs === undefined ? {} : { purgeAt: isoTime(site.purgeAtMs) }),
    }));
    return { status: 200, body: { sites: shaped } };
  },
});
