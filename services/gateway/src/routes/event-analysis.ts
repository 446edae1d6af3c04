import type { BreakdownRow__Output } from '@headwater/protos/gen/headwater/analytics/v1/BreakdownRow';
import type { QueryEventResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryEventResponse';
import { EVENT_LIMITS, EVENT_NAME, QUERY_LIMITS } from '@headwater/protos/limits';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import {
  breakdownQuery,
  compareSchema,
  EVENT_FILTERS,
  removedDays,
  removedDaysJson,
  VISIT_FILTERS,
  windowQuery,
  seriesOf,
  withGrain,
} from './shapes/queries';
import { bucketJson, bucketKeys, notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';

const count = z.int().nonnegative();

const range = z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] });

const schema = z
  .strictObject({
    range,
    timezone: z.string(),
    ...removedDays,
    data: z.strictObject({
      events: z
        .array(
          z.strictObject({
            name: z.string(),
            events: count,
            visitors: count,
            properties: z.array(z.string()).meta({
              description: `Property keys, up to ${QUERY_LIMITS.maxPropertyKeys}. Each is a dimension \`props.<key>\``,
            }),
          }),
        )
        .meta({ description: 'Sorted by events, descending, then by name' }),
    }),
  })
  .meta({ id: 'EventList' });

/** `GET /api/v1/sites/{id}/events` */
export const listEvents = defineEndpoint({
  operationId: 'listEvents',
  summary: 'List event names',
  description: 'Lists the event names of a site with their counts and property keys.',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/events',
  example: { query: 'range=7d' },
  params: siteParams,
  query: windowQuery.extend({ limit: breakdownQuery.shape.limit }),
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The event names', schema } },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics }) => {
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], ...query };
    const answer = await analytics.ListEvents({ question, siteTimezone: site.timezone }, call);
    const events = answer.events.map(({ name, events, visitors, properties }) => ({
      name,
      events,
      visitors,
      properties,
    }));
    const range = `${answer.from} to ${answer.to}`;
    const window = { range, timezone: answer.timezone, ...removedDaysJson(site, answer.from) };
    return { status: 200, body: { ...window, data: { events } } };
  },
});

const rate = z.number().nonnegative().meta({ description: 'Events per 100 pageviews, two decimals' });

const totals = {
  events: count,
  uniqueVisitors: count,
  pageviews: count,
  eventRate: rate.exactOptional(),
};
const rowCounts = {
  events: count,
  visitors: count,
  pageviews: count.exactOptional(),
  eventRate: rate.exactOptional(),
};

/** The response of the event analysis. */
const eventAnalysisSchema = z
  .strictObject({
    range,
    timezone: z.string(),
    ...removedDays,
    grain: z.enum(GRAINS),
    data: z.strictObject({
      name: z.string(),
      ...totals,
      series: z.array(
        z.strictObject({
          ...bucketKeys,
          events: count,
          visitors: count,
        }),
      ),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z.array(
        z.strictObject({
          key: z.string(),
          ...rowCounts,
          comparison: z
            .strictObject(rowCounts)
            .exactOptional()
            .meta({
              description:
                'The same key in the earlier window if `compare` is given; zeros if the key has no events there. Keys that ' +
                'only the earlier window has are not listed',
            }),
        }),
      ),
      other: count.exactOptional().meta({ description: 'Events in rows beyond `limit`' }),
      note: z.string().exactOptional().meta({ description: 'Why `eventRate` is absent' }),
      comparison: z
        .strictObject({ range, ...totals })
        .exactOptional()
        .meta({ description: 'The earlier window, present if `compare` is given' }),
    }),
  })
  .meta({ id: 'EventAnalysis' });

function eventAnalysisJson(answer: QueryEventResponse__Output): z.infer<typeof eventAnalysisSchema> {
  const grain = answer.grain as Grain;
  const { comparison } = answer;
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain,
    data: {
      name: answer.name,
      ...totalsJson(answer),
      series: answer.series.map(({ bucket, events, visitors }) => ({
        ...bucketJson(grain, bucket),
        events,
        visitors,
      })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map((row) => ({
        key: row.key,
        ...countsJson(row),
        ...(row.comparison ? { comparison: countsJson(row.comparison) } : {}),
      })),
      ...present('other', answer.other),
      ...present('note', answer.note),
      // An analytics of an earlier release has no comparison.
      ...(comparison
        ? {
            comparison: { range: `${comparison.from} to ${comparison.to}`, ...totalsJson(comparison) },
          }
        : {}),
    },
  };
}

type Totals = Pick<QueryEventResponse__Output, 'events' | 'uniqueVisitors' | 'pageviews' | 'eventRate'>;

const totalsJson = ({ events, uniqueVisitors, pageviews, eventRate }: Totals) => ({
  ...{ events, uniqueVisitors, pageviews },
  ...present('eventRate', eventRate),
});

type Counts = Pick<BreakdownRow__Output, 'events' | 'visitors' | 'pageviews' | 'eventRate'>;

const countsJson = ({ events, visitors, pageviews, eventRate }: Counts) => ({
  ...{ events, visitors },
  ...present('pageviews', pageviews),
  ...present('eventRate', eventRate),
});

function present<K extends string, T>(key: K, value: T | undefined): Partial<Record<K, T>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, T>);
}

/** `GET /api/v1/sites/{id}/events/{name}` */
export const getEventAnalysis = defineEndpoint({
  operationId: 'getEventAnalysis',
  summary: 'Analyze an event',
  description:
    'Returns totals, a series, a breakdown by a dimension, the rate per pageview, and a comparison with an earlier window.',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/events/{name}',
  example: {
    path: { name: 'signup' },
    query:
      'range=7d&dimension=channel&compare=previous_period&filter[props.plan]=pro&filter[pathname][starts_with]=/pricing',
  },
  scope: 'stats:read',
  params: siteParams.extend({
    name: z
      .string()
      .regex(EVENT_NAME, `must be 1 to ${EVENT_LIMITS.maxNameLength} characters without control characters`)
      .meta({
        description: 'Event name, percent-encoded',
        maxLength: EVENT_LIMITS.maxNameLength,
        examples: ['signup'],
      }),
  }),
  query: breakdownQuery.extend({ compare: compareSchema }),
  filters: EVENT_FILTERS,
  responses: { 200: { description: 'Totals, series and breakdown', schema: eventAnalysisSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, name }, query, filters, call }, { sites, analytics }) => {
    const site = await sites.GetSite({ id }, call);
    const question = {
      siteId: id,
      timezone: site.timezone,
      siteTimezone: site.timezone,
      name,
      filters: [...filters],
      ...withGrain(query),
    };
    const answer = await analytics.QueryEvent(question, call);
    const shown = { ...answer, series: seriesOf(query, answer.series) };
    const body = { ...eventAnalysisJson(shown), ...removedDaysJson(site, answer.from) };
    return { status: 200, body };
  },
});
