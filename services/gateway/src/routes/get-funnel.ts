import { defineEndpoint } from '../http/endpoint';
import { funnelParams } from './shapes/definition-params';
import { eventAnalysisQuery } from './shapes/event-analysis-query';
import { funnelResultJson, funnelResultSchema } from './shapes/funnel-result-shape';
import { funnelJson, goalStep } from './shapes/goal-shape';

/** `GET /api/v1/sites/{id}/funnels/{funnelId}`: the funnel with its results in a window. */
export const getFunnel = defineEndpoint({
  operationId: 'getFunnel',
  summary: 'Count how many visitors went how far through a funnel',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/funnels/{funnelId}',
  scope: 'stats:read',
  params: funnelParams,
  query: eventAnalysisQuery.omit({ grain: true }),
  filters: true,
  responses: { 200: { description: 'The funnel and its results', schema: funnelResultSchema } },
  failures: ['site_not_found', 'funnel_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, funnelId }, query, filters, call }, { sites, analytics }) => {
    const [{ timezone }, funnel] = await Promise.all([
      sites.GetSite({ id }, call),
      sites.GetFunnel({ siteId: id, id: funnelId }, call),
    ]);
    const { windowHours } = funnel;
    const asked = {
      question: { siteId: id, timezone, filters: [...filters], ...query },
      steps: funnel.steps.map(goalStep),
      windowHours,
    };
    const answer = await analytics.QueryFunnel(asked, call);
    return { status: 200, body: { funnel: funnelJson(funnel), ...funnelResultJson(answer) } };
  },
});
