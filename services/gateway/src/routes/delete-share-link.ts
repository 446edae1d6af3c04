import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';

/** `DELETE /api/v1/sites/{id}/share-links/{linkId}`: ends a link for ever, on every replica within 5 s. */
export const deleteShareLink = defineEndpoint({
  operationId: 'deleteShareLink',
  summary: 'Revoke a share link; its page stops working everywhere within 5 seconds',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/sites/{id}/share-links/{linkId}',
  scope: 'sites:write',
  params: siteParams.extend({
    linkId: z
      .string()
      .max(200)
      .meta({ description: 'Share link id', type: 'integer', minimum: 1, example: 31 }),
  }),
  responses: {
    200: {
      description: 'It is revoked',
      schema: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['site_not_found', 'share_link_not_found'],
  run: async ({ principal, params, call }, { sites, shareLinks }) => {
    await sites.GetSite({ id: params.id }, call);
    const id = /^[1-9]\d{0,14}$/.test(params.linkId) ? Number(params.linkId) : undefined;
    if (id === undefined || !(await shareLinks.revoke(principal.workspaceId, params.id, id)))
      throw failure('share_link_not_found', 'The site has no such share link.');
    return { status: 200, body: { deleted: true, id } };
  },
});
