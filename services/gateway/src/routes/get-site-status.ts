import { z } from 'zod';
import { installFindings } from '../domain/install-findings';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { findingSchema } from './shapes/detection-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/status`: to be polled until `installed`. */
export const getSiteStatus = defineEndpoint({
  operationId: 'getSiteStatus',
  summary: 'Poll the install state, with what stands in its way',
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
              'What stands in the way of the numbers and what to do: of the home page as of the last detection, of the ' +
              'traffic of the last 24 hours. Empty when all is well.',
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
      ofHomePage: (detection?.findings ?? []).map(({ code, message, fix }) => ({ code, message, fix })),
    });
    const lastEventAt = lastEventAtMs === undefined ? null : isoTime(lastEventAtMs);
    return { status: 200, body: { installed, lastEventAt, online, findings } };
  },
});
