import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { listSiteActivity } from './list-site-activity';
import { siteActivityJson, siteActivitySchema } from './shapes/site-activity-shape';
import { binnedSiteSchema, siteJson, siteSchema } from './shapes/site-shape';

/** A site with how it does. */
const activeSiteSchema = siteSchema.extend({ activity: siteActivitySchema }).meta({ id: 'SiteWithActivity' });

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
    include: z.enum(['activity']).exactOptional().meta({
      description:
        '`activity`: how each site does, in one call for all of them; not of the bin, and only for those who may read stats',
    }),
  }),
  responses: {
    200: {
      description: 'The sites by id',
      schema: z.strictObject({ sites: z.array(z.union([siteSchema, activeSiteSchema, binnedSiteSchema])) }),
    },
  },
  failures: ['query_too_heavy'],
  run: async ({ principal, query, call }, { sites, analytics, clock }) => {
    if (query.include && !principal.scopes.includes('stats:read'))
      throw failure('insufficient_scope', 'include=activity counts visitors: it takes the scope stats:read.');
    if (query.include && query.deleted === 'true') {
      const message = 'is of active sites only; leave out deleted or include';
      throw failure('invalid_request', `include ${message}.`, { fields: [{ field: 'include', message }] });
    }
    const { sites: found } = await sites.ListSites({ deleted: query.deleted === 'true' }, call);
    const reached = found.filter(({ id }) => principal.sites === null || principal.sites.includes(id));
    const activity = query.include ? await listSiteActivity(analytics, reached, call) : undefined;
    const activityOf = ({ id, installed }: (typeof reached)[number]) => {
      const found = activity?.get(id);
      return found ? { activity: siteActivityJson(found, { installed, now: clock.now() }) } : {};
    };
    const shaped = reached.map((site) => ({
      ...siteJson(site),
      ...activityOf(site),
      ...(site.deletedAtMs === undefined ? {} : { deletedAt: isoTime(site.deletedAtMs) }),
      ...(site.purgeAtMs === undefined ? {} : { purgeAt: isoTime(site.purgeAtMs) }),
    }));
    return { status: 200, body: { sites: shaped } };
  },
});
