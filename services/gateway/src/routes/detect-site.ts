import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { detectionJson, detectionSchema } from './shapes/detection-shape';
import { siteParams } from './shapes/site-params';

/** `POST /api/v1/sites/{id}/detect`: a look at the home page, in the background. */
export const detectSite = defineEndpoint({
  operationId: 'detectSite',
  summary: 'Look at the home page: title, language, platform, snippet and what stands in its way',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites/{id}/detect',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({}),
  bodyOptional: true,
  responses: {
    202: { description: 'Pending: read the site to see the result', schema: detectionSchema },
    200: { description: 'What was found less than a minute ago', schema: detectionSchema },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const detection = await sites.DetectSite({ siteId: params.id }, call);
    return { status: detection.status === 'pending' ? 202 : 200, body: detectionJson(detection) };
  },
});
