import type { QueryImportedResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryImportedResponse';
import type { QueryStatsResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryStatsResponse';
import type { StatsRow__Output } from '@headwater/protos/gen/headwater/analytics/v1/StatsRow';
import type { StatsTotals__Output } from '@headwater/protos/gen/headwater/analytics/v1/StatsTotals';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import {
  VISIT_FILTERS,
  breakdownQuery,
  compareSchema,
  removedDays,
  removedDaysJson,
  rowsSchema,
  seriesOf,
  withGrain,
} from './shapes/queries';
import { bucketJson, bucketKeys, notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';
import { importedJson, importedSchema } from './stats-imported';
import {
  checkSharedFilters,
  readVisitRevenue,
  rowsWithoutVisitors,
  visitRevenueJson,
  visitRevenueSchema,
  type VisitRevenue,
} from './stats-revenue';

const INCLUDED = ['revenue', 'imported'] as const;
type Included = (typeof INCLUDED)[number];
const isIncluded = (text: string): text is Included => INCLUDED.some((each) => each === text);

/** The query parameters of the stats, without filters. */
const statsQuery = breakdownQuery.extend({
  dimensions: z
    .string()
    .transform((list) => list.split(','))
    .exactOptional()
    .meta({
      description:
        `Up to ${QUERY_LIMITS.maxDimensions} breakdown keys, separated by commas: the response has a breakdown for each in ` +
        '`breakdowns`. Faster than a request for each dimension',
      examples: ['pathname,source,country'],
    }),
  dimensions_limit: rowsSchema(
    `Rows of each of \`dimensions\`, 1 to ${QUERY_LIMITS.maxRows}. Default: \`limit\``,
  ),
  compare: compareSchema,
  include: z
    .string()
    .transform((list) => list.split(','))
    .refine((parts) => parts.every(isIncluded), `must list ${INCLUDED.join(' or ')}, separated by a comma`)
    .exactOptional()
    .meta({
      description:
        'One or both of these, separated by a comma. `revenue`: adds revenue and revenue per visitor; only filters that ' +
        '`/revenue` supports are allowed. `imported`: adds totals imported from another product; not allowed with filters',
      examples: ['revenue', 'revenue,imported'],
    }),
});

const count = z.int().nonnegative();
const counts = {
  visitors: count.meta({ description: 'Distinct visitors with any event' }),
  sessions: count.meta({
    description: 'Distinct sessions with any event. A session ends after 30 minutes without events',
  }),
  pageviews: count,
};
const bounceRate = z.number().meta({
  description:
    'Percent of sessions with no more than one event, not counting `engagement`; two decimals. Counts all events of a ' +
    'session from an hour before the window to an hour after it, including events that do not match the filters. A visit ' +
    'across midnight is therefore a bounce on neither day',
});
const totals = {
  ...counts,
  bounceRate: bounceRate.nullable().meta({ description: 'Defined as in `breakdown`; null without sessions' }),
  visitDuration: z.number().nullable().meta({
    description:
      'Mean seconds from the first to the last event of a session in the window, including bounces; null without sessions',
  }),
  viewsPerVisit: z.number().nullable().meta({
    description: 'Pageviews per session, two decimals; null without sessions',
  }),
};
const range = z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] });
const row = {
  key: z.string(),
  ...counts,
  bounceRate,
  comparison: z
    .strictObject({ ...counts, bounceRate: totals.bounceRate })
    .exactOptional()
    .meta({
      description:
        'The same key in the earlier window if `compare` is given; zeros if the key has no events there. Keys that only the ' +
        'earlier window has are not listed. Absent if the earlier window exceeds a limit of queries, and in rows that ' +
        '`include=revenue` adds',
    }),
};

/** The response of the stats. */
const statsSchema = z
  .strictObject({
    range,
    timezone: z.string(),
    ...removedDays,
    grain: z.enum(GRAINS),
    data: z.strictObject({
      ...totals,
      revenue: visitRevenueSchema.exactOptional(),
      imported: importedSchema.exactOptional(),
      series: z.array(z.strictObject({ ...bucketKeys, ...counts })),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z.array(z.strictObject({ ...row, revenue: visitRevenueSchema.exactOptional() })).meta({
        description:
          'Sorted by visitors, descending, then by key. With `include=revenue`, keys with revenue but without visitors ' +
          'follow, up to `limit` rows',
      }),
      breakdowns: z
        .array(
          z.strictObject({
            dimension: z.string(),
            rows: z.array(z.strictObject(row)),
            error: z.literal('query_too_heavy').exactOptional().meta({
              description:
                'Present if this breakdown exceeds a limit of queries. It then has no rows. Request it alone, or for a shorter window',
            }),
          }),
        )
        .exactOptional()
        .meta({
          description:
            'Present if `dimensions` is given: a breakdown for each, in the order of the request, with up to ' +
            '`dimensions_limit` rows. Rows as in `breakdown`, without revenue',
        }),
      comparison: z
        .strictObject({ range, ...totals })
        .exactOptional()
        .meta({ description: 'The earlier window, present if `compare` is given' }),
    }),
  })
  .meta({ id: 'Stats' });

/** Parts of the response that `include` adds. */
interface StatsExtras {
  readonly revenue?: VisitRevenue | undefined;
  readonly imported?: QueryImportedResponse__Output | undefined;
  /** Max rows of the breakdown. */
  readonly limit?: number | undefined;
}

function statsJson(
  answer: QueryStatsResponse__Output,
  { revenue, imported, limit = QUERY_LIMITS.defaultRows }: StatsExtras,
): z.infer<typeof statsSchema> {
  const { comparison } = answer;
  const revenueOf = (visitors: number, key?: string) => {
    const sums = revenue && visitRevenueJson(revenue, visitors, key);
    return sums ? { revenue: sums } : {};
  };
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain: answer.grain as Grain,
    data: {
      ...totalsJson(answer.totals),
      ...revenueOf(answer.totals?.visitors ?? 0),
      series: answer.series.map(({ bucket, visitors, sessions, pageviews }) => ({
        ...bucketJson(answer.grain, bucket),
        visitors,
        sessions,
        pageviews,
      })),
      ...(imported ? { imported: importedJson(imported, answer.grain) } : {}),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: [...answer.breakdown, ...(revenue ? rowsWithoutVisitors(revenue, answer, limit) : [])].map(
        (each) => ({ ...rowJson(each), ...revenueOf(each.visitors, each.key) }),
      ),
      ...(answer.breakdowns.length === 0
        ? {}
        : {
            breakdowns: answer.breakdowns.map(({ dimension, rows, error }) => ({
              dimension,
              ...(error === undefined ? {} : { error: 'query_too_heavy' as const }),
              rows: rows.map(rowJson),
            })),
          }),
      ...(comparison
        ? {
            comparison: { range: `${comparison.from} to ${comparison.to}`, ...totalsJson(comparison.totals) },
          }
        : {}),
    },
  };
}

/** A row of a breakdown. An analytics of an earlier release has no comparison of rows. */
function rowJson({ key, bounceRate, comparison, ...row }: StatsRow__Output) {
  const earlier = comparison && { ...countsOf(comparison), bounceRate: comparison.bounceRate ?? null };
  return { key, ...countsOf(row), bounceRate, ...(earlier ? { comparison: earlier } : {}) };
}

const countsOf = ({ visitors, sessions, pageviews }: Omit<StatsRow__Output, 'key' | 'bounceRate'>) => ({
  ...{ visitors, sessions, pageviews },
});

function totalsJson(totals: StatsTotals__Output | null) {
  return {
    visitors: totals?.visitors ?? 0,
    sessions: totals?.sessions ?? 0,
    pageviews: totals?.pageviews ?? 0,
    bounceRate: totals?.bounceRate ?? null,
    visitDuration: totals?.visitDuration ?? null,
    viewsPerVisit: totals?.viewsPerVisit ?? null,
  };
}

/** `GET /api/v1/sites/{id}/stats` */
export const getStats = defineEndpoint({
  operationId: 'getStats',
  summary: 'Get visitors, sessions and pageviews',
  description:
    'Returns totals, a series, breakdowns by one or several dimensions, and a comparison with an earlier window.',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/stats',
  example: { query: 'range=30d&dimension=source&compare=previous_period' },
  params: siteParams,
  query: statsQuery,
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'Counts and rates', schema: statsSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics, identity }) => {
    const { compare, include = [], dimensions, dimensions_limit: dimensionsLimit, ...window } = query;
    if (include.includes('revenue')) checkSharedFilters(filters);
    const site = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], ...withGrain(window) };
    const statsRequest = {
      question,
      siteTimezone: site.timezone,
      ...(compare === undefined ? {} : { compare }),
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(dimensionsLimit === undefined ? {} : { dimensionsLimit }),
    };
    const [stats, imported] = await Promise.all([
      analytics.QueryStats(statsRequest, call),
      include.includes('imported') ? analytics.QueryImported({ question }, call) : undefined,
    ]);
    const revenue = include.includes('revenue')
      ? await readVisitRevenue(identity, { siteId: id, stats, filters }, call)
      : undefined;
    const body = {
      ...statsJson(
        { ...stats, series: seriesOf(query, stats.series) },
        {
          revenue,
          imported: imported && { ...imported, series: seriesOf(query, imported.series) },
          limit: query.limit,
        },
      ),
      ...removedDaysJson(site, stats.from),
    };
    return { status: 200, body };
  },
});
