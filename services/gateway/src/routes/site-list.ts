import { failure } from '@headwater/protos/error-codes';
import type { ListedSiteActivity__Output } from '@headwater/protos/gen/headwater/analytics/v1/ListedSiteActivity';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { installFindings } from '../domain/install-findings';
import { isoTime } from '../domain/format';
import type { Dependencies } from '../dependencies';
import { defineEndpoint } from '../http/endpoint';
import { notAdditive } from './shapes/series';
import { deletedSiteSchema, siteJson, siteSchema } from './shapes/site';

/** The activity of a site in the list of sites. */
const siteActivitySchema = z
  .strictObject({
    lastEventAt: z.iso.datetime({ precision: 3 }).nullable().meta({ description: 'Last accepted event' }),
    online: z.int().nonnegative().meta({ description: 'Distinct visitors in the last 5 minutes' }),
    goneQuiet: z
      .boolean()
      .meta({ description: 'True if the snippet was live but no event has arrived for more than 7 days' }),
    visitors: z.int().nonnegative().meta({ description: 'Distinct visitors in the last 30 days' }),
    days: z
      .array(z.strictObject({ day: z.iso.date(), visitors: z.int().nonnegative() }))
      .meta({ description: "Visitors per day in the site's time zone, oldest day first" }),
    additive: notAdditive,
  })
  .meta({ id: 'SiteActivity' });

/** Maps a site's activity to JSON. @param now Unix milliseconds */
function siteActivityJson(
  { lastEventAtMs, online, visitors, days }: ListedSiteActivity__Output,
  { installed, now }: { readonly installed: boolean; readonly now: number },
): z.infer<typeof siteActivitySchema> {
  const facts = { installed, now, lastEventAt: lastEventAtMs, drops: [], homePageFindings: [] };
  return {
    lastEventAt: lastEventAtMs === undefined ? null : isoTime(lastEventAtMs),
    online,
    goneQuiet: installFindings(facts).some(({ code }) => code === 'gone_quiet'),
    visitors,
    days: days.map(({ day, visitors: perDay }) => ({ day, visitors: perDay })),
    additive: false,
  };
}

interface SiteInZone {
  readonly id: number;
  readonly timezone: string;
}

/** The activity of each site by its id, read in batches. */
async function listSiteActivity(
  analytics: Dependencies['analytics'],
  sites: readonly SiteInZone[],
  call: Parameters<Dependencies['analytics']['ListSiteActivity']>[1],
): Promise<ReadonlyMap<number, ListedSiteActivity__Output>> {
  const found = new Map<number, ListedSiteActivity__Output>();
  for (let begin = 0; begin < sites.length; begin += BATCH_LIMITS.sites) {
    const batch = sites
      .slice(begin, begin + BATCH_LIMITS.sites)
      .map(({ id, timezone }) => ({ siteId: id, timezone }));
    const { sites: activities } = await analytics.ListSiteActivity({ sites: batch }, call);
    for (const activity of activities) found.set(activity.siteId, activity);
  }
  return found;
}

/** A site with its activity. */
const activeSiteSchema = siteSchema.extend({ activity: siteActivitySchema }).meta({ id: 'SiteWithActivity' });

/** `GET /api/v1/sites` */
export const listSites = defineEndpoint({
  operationId: 'listSites',
  summary: 'List sites',
  description: 'Lists the active sites of the workspace, or with `deleted=true` its deleted sites.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites',
  example: { query: 'include=activity' },
  scope: 'sites:read',
  narrowsToSites: true,
  query: z.object({
    deleted: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: list deleted sites, with `deletedAt` and `purgeAt`' }),
    include: z.enum(['activity']).exactOptional().meta({
      description:
        '`activity`: adds 30-day activity per site. Needs `stats:read`; not available for deleted sites',
    }),
  }),
  responses: {
    200: {
      description: 'The sites, by id',
      schema: z.strictObject({ sites: z.array(z.union([siteSchema, activeSiteSchema, deletedSiteSchema])) }),
    },
  },
  failures: ['query_too_heavy'],
  run: async ({ principal, query, call }, { sites, analytics, clock }) => {
    if (query.include && !principal.scopes.includes('stats:read'))
      throw failure(
        'insufficient_scope',
        'include=activity needs the scope stats:read. Use a token with that scope, or omit include.',
      );
    if (query.include && query.deleted === 'true') {
      const message = 'is not available for deleted sites; omit include or deleted';
      throw failure('invalid_request', `include ${message}.`, { fields: [{ field: 'include', message }] });
    }
    const { sites: found } = await sites.ListSites({ deleted: query.deleted === 'true' }, call);
    const accessible = found.filter(({ id }) => principal.sites === null || principal.sites.includes(id));
    const activity = query.include ? await listSiteActivity(analytics, accessible, call) : undefined;
    const activityOf = ({ id, installed }: (typeof accessible)[number]) => {
      const found = activity?.get(id);
      return found ? { activity: siteActivityJson(found, { installed, now: clock.now() }) } : {};
    };
    const listed = accessible.map((site) => ({
      ...siteJson(site),
      ...activityOf(site),
      ...(site.deletedAtMs === undefined ? {} : { deletedAt: isoTime(site.deletedAtMs) }),
      ...(site.purgeAtMs === undefined ? {} : { purgeAt: isoTime(site.purgeAtMs) }),
    }));
    return { status: 200, body: { sites: listed } };
  },
});
