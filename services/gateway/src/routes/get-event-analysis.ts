import { defineEndpoint } from '../http/endpoint';
import { eventAnalysisQuery } from './shapes/event-analysis-query';
import { eventAnalysisJson, eventAnalysisSchema } from './shapes/event-analysis-shape';
import { siteEventParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/events/{name}`: totals, a series and a breakdown of one event. */
export const getEventAnalysis = defineEndpoint({
  operationId: 'getEventAnalysis',
  summary: 'Count an event, break it down by a dimension, and measure it against pageviews',
  tag: 'Events',
  method: 'get',
  path: '/api/v1/sites/{id}/events/{name}',
  scope: 'stats:read',
  params: siteEventParams,
  query: eventAnalysisQuery,
  filters: true,
  responses: { 200: { description: 'Counts and aggregates', schema: eventAnalysisSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, name }, query, filters, call }, { sites, analytics }) => {
    const { timezone } = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone, name, filters: [...filters], ...query };
    return { status: 200, body: eventAnalysisJson(await analytics.QueryEvent(question, call)) };
  },
});
