import { defineEndpoint } from '../http/endpoint';
import { checkSharedFilters, readVisitRevenue } from './read-visit-revenue';
import { siteParams } from './shapes/site-params';
import { statsQuery } from './shapes/stats-query';
import { statsJson, statsSchema } from './shapes/stats-shape';

/** `GET /api/v1/sites/{id}/stats`: visits in total, as a series, by one dimension and beside an earlier window's. */
export const getStats = defineEndpoint({
  operationId: 'getStats',
  summary: 'Count visitors, sessions and pageviews, and break them down by a dimension',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/stats',
  shared: true,
  params: siteParams,
  query: statsQuery,
  filters: true,
  responses: { 200: { description: 'Counts and rates', schema: statsSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics, identity }) => {
    const { compare, include, ...window } = query;
    if (include === 'revenue') checkSharedFilters(filters);
    const { timezone } = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone, filters: [...filters], ...window };
    const asked = compare === undefined ? { question } : { question, compare };
    const [stats, imported] = await Promise.all([
      analytics.QueryStats(asked, call),
      include === 'imported' ? analytics.QueryImported({ question }, call) : undefined,
    ]);
    const revenue =
      include === 'revenue'
        ? await readVisitRevenue(identity, { siteId: id, stats, filters }, call)
        : undefined;
    return { status: 200, body: statsJson(stats, { revenue, imported }) };
  },
});
