import { defineEndpoint } from '../http/endpoint';
import { eventAnalysisQuery } from './shapes/event-analysis-query';
import { realtimeJson, realtimeSchema } from './shapes/realtime-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/realtime`: the last 30 minutes, minute by minute. */
export const getRealtime = defineEndpoint({
  operationId: 'getRealtime',
  summary: 'Count who is there: the last 30 minutes, minute by minute and by a dimension',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/realtime',
  shared: true,
  params: siteParams,
  query: eventAnalysisQuery.pick({ dimension: true, limit: true, timezone: true }),
  filters: true,
  responses: { 200: { description: 'Counts', schema: realtimeSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id }, query, filters, call }, { sites, analytics }) => {
    const { timezone } = await sites.GetSite({ id }, call);
    const question = { siteId: id, timezone, filters: [...filters], ...query };
    return { status: 200, body: realtimeJson(await analytics.QueryRealtime({ question }, call)) };
  },
});
