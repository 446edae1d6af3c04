import { failure } from '@headwater/protos/error-codes';
import { defineEndpoint } from '../http/endpoint';
import { configJson, configSchema } from './shapes/config-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/config`: the site as a document to be kept in git. */
export const getConfig = defineEndpoint({
  operationId: 'getConfig',
  summary: 'Read what you decided of a site as one document, with an ETag',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/config',
  scope: 'sites:read',
  params: siteParams,
  responses: { 200: { description: 'The document; the header ETag names it', schema: configSchema } },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { config, etag } = await sites.GetConfig({ siteId: params.id }, call);
    if (!config) throw failure('internal_error', 'The document was not returned. Try again.');
    return { status: 200, body: configJson(config), headers: { ETag: `"${etag}"` } };
  },
});
