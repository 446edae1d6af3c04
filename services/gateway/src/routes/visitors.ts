import type { GetVisitorResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/GetVisitorResponse';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { findVisitorKey } from '../store/workspaces';
import { windowQuery } from './shapes/queries';
import { siteParams } from './shapes/site';

const time = z.iso.datetime({ precision: 3 });
const nullableText = z.string().nullable();

/** The sessions and events of one visitor. */
const visitorSchema = z
  .strictObject({
    visitorId: z.string().meta({ description: 'Pseudonym of the visitor, the same as in exports' }),
    firstSeenAt: time.meta({ description: 'First event on the site in the window' }),
    lastSeenAt: time,
    channel: nullableText.meta({
      description:
        'Channel of the first session in the workspace; null if unknown, or if the token is limited to certain sites',
    }),
    sessions: z
      .array(
        z.strictObject({
          startedAt: time,
          channel: nullableText,
          source: nullableText,
          landing: nullableText.meta({ description: 'Host and path of the first page, without the query' }),
          device: nullableText,
          country: nullableText,
          region: nullableText.meta({ description: 'ISO 3166-2; null without a city database' }),
          events: z.array(
            z.strictObject({
              time,
              name: z.string(),
              pathname: z.string(),
              props: z.record(z.string(), z.string()),
            }),
          ),
        }),
      )
      .meta({ description: 'Oldest first. Null means unknown' }),
    olderEvents: z
      .int()
      .nonnegative()
      .meta({
        description: `Number of older events in the window that are not shown: only the newest ${QUERY_LIMITS.maxVisitorEvents} are`,
      }),
  })
  .meta({ id: 'Visitor' });

function visitorJson(
  visitorId: string,
  { firstSeenAtMs, lastSeenAtMs, channel, sessions, olderEvents }: GetVisitorResponse__Output,
): z.infer<typeof visitorSchema> {
  return {
    visitorId,
    firstSeenAt: isoTime(firstSeenAtMs),
    lastSeenAt: isoTime(lastSeenAtMs),
    channel: channel ?? null,
    sessions: sessions.map((session) => ({
      startedAt: isoTime(session.startedAtMs),
      channel: session.channel || null,
      source: session.source || null,
      landing: session.landing || null,
      device: session.device || null,
      country: session.country || null,
      region: session.region || null,
      events: session.events.map(({ timeMs, name, pathname, props }) => ({
        time: isoTime(timeMs),
        name,
        pathname,
        props,
      })),
    })),
    olderEvents,
  };
}

/** `GET /api/v1/sites/{id}/visitors/{visitorId}` */
export const getVisitor = defineEndpoint({
  operationId: 'getVisitor',
  summary: "Get a visitor's sessions and events",
  description: `Takes the pseudonymous \`visitorId\` of an export. Default window: ${QUERY_LIMITS.maxRangeDays} days.`,
  tag: 'Export',
  method: 'get',
  path: '/api/v1/sites/{id}/visitors/{visitorId}',
  example: { query: 'range=7d' },
  scope: 'export',
  audited: 'sampled',
  params: siteParams.extend({
    visitorId: z
      .string()
      .max(64)
      .meta({ description: 'Visitor id from an export', examples: ['4f6b9c5c5c1c2a734f6b7b0b5c1c2a73'] }),
  }),
  query: windowQuery,
  responses: { 200: { description: 'Sessions and events', schema: visitorSchema } },
  failures: ['site_not_found', 'visitor_not_found', 'query_too_heavy'],
  run: async ({ principal, params: { id, visitorId }, query, call }, { db, sites, analytics }) => {
    const [{ timezone }, visitorKey] = await Promise.all([
      sites.GetSite({ id }, call),
      findVisitorKey(db, principal.workspaceId),
    ]);
    const question = { siteId: id, timezone, ...query };
    const answer = await analytics.GetVisitor({ question, visitorId, visitorKey }, call);
    const visitor = visitorJson(visitorId, answer);
    return { status: 200, body: principal.sites === null ? visitor : { ...visitor, channel: null } };
  },
});
