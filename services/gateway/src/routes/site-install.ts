import { z } from 'zod';
import { installFindings } from '../domain/install-findings';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { detectionJson, detectionSchema, findingSchema, siteParams } from './shapes/site';

/** `POST /api/v1/sites/{id}/detect` */
export const detectSite = defineEndpoint({
  operationId: 'detectSite',
  summary: 'Check the home page of a site',
  description:
    'Detects title, language, platform and snippet in the background, and reports problems. Get the site to read the result.',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites/{id}/detect',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({}),
  bodyOptional: true,
  responses: {
    202: { description: 'The check is pending', schema: detectionSchema },
    200: { description: 'The result of a check less than a minute ago', schema: detectionSchema },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const detection = await sites.DetectSite({ siteId: params.id }, call);
    return { status: detection.status === 'pending' ? 202 : 200, body: detectionJson(detection) };
  },
});

/** `GET /api/v1/sites/{id}/status` */
export const getSiteStatus = defineEndpoint({
  operationId: 'getSiteStatus',
  summary: 'Get the installation status of a site',
  description:
    'Poll until `installed` is true. `findings` lists the problems that keep events from arriving.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/status',
  scope: 'sites:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The status',
      schema: z
        .strictObject({
          installed: z.boolean(),
          lastEventAt: z.iso
            .datetime({ precision: 3 })
            .nullable()
            .meta({ description: 'Last accepted event' }),
          online: z.int().nonnegative().meta({ description: 'Distinct visitors in the last 5 minutes' }),
          findings: z.array(findingSchema).meta({
            description:
              'Problems and their fixes: from the last check of the home page and from the traffic of the last 24 hours. ' +
              'Empty if there are none.',
          }),
        })
        .meta({ id: 'SiteStatus' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites, analytics, clock }) => {
    const { installed, detection } = await sites.GetSite({ id: params.id }, call);
    const activity = await analytics.GetSiteActivity({ siteId: params.id }, call);
    const { lastEventAtMs, online, recentDrops } = activity;
    const findings = installFindings({
      installed,
      now: clock.now(),
      lastEventAt: lastEventAtMs,
      drops: recentDrops,
      homePageFindings: (detection?.findings ?? []).map(({ code, message, fix }) => ({ code, message, fix })),
    });
    const lastEventAt = lastEventAtMs === undefined ? null : isoTime(lastEventAtMs);
    return { status: 200, body: { installed, lastEventAt, online, findings } };
  },
});
