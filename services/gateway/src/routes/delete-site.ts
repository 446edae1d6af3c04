import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';

/** `DELETE /api/v1/sites/{id}`: into the bin for 30 days. */
export const deleteSite = defineEndpoint({
  operationId: 'deleteSite',
  summary: 'Soft-delete a site: recoverable for 30 days, then purged',
  tag: 'Sites',
  method: 'delete',
  path: '/api/v1/sites/{id}',
  scope: 'sites:write',
  params: siteParams,
  responses: {
    200: {
      description: 'When it will be purged',
      schema: z
        .strictObject({
          deleted: z.literal(true),
          id: z.int().positive(),
          purgeAt: z.iso.datetime({ precision: 3 }),
        })
        .meta({ id: 'Deletion' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id, purgeAtMs } = await sites.DeleteSite({ id: params.id }, call);
    return { status: 200, body: { deleted: true, id, purgeAt: isoTime(purgeAtMs) } };
  },
});
