import { defineEndpoint } from '../http/endpoint';
import { goalParams } from './shapes/definition-params';
import { eventAnalysisQuery } from './shapes/event-analysis-query';
import { goalResultJson, goalResultSchema } from './shapes/goal-result-shape';
import { goalJson, goalStep } from './shapes/goal-shape';

/** `GET /api/v1/sites/{id}/goals/{goalId}`: the goal with its results in a window. */
export const getGoal = defineEndpoint({
  operationId: 'getGoal',
  summary: 'Count the conversions of a goal and their share of the visitors',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/goals/{goalId}',
  scope: 'stats:read',
  params: goalParams,
  query: eventAnalysisQuery,
  filters: true,
  responses: { 200: { description: 'The goal and its results', schema: goalResultSchema } },
  failures: ['site_not_found', 'goal_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, goalId }, query, filters, call }, { sites, analytics }) => {
    const [{ timezone }, goal] = await Promise.all([
      sites.GetSite({ id }, call),
      sites.GetGoal({ siteId: id, id: goalId }, call),
    ]);
    const question = { siteId: id, timezone, filters: [...filters], ...query };
    const answer = await analytics.QueryGoal({ question, goal: goalStep(goal) }, call);
    return { status: 200, body: { goal: goalJson(goal), ...goalResultJson(answer) } };
  },
});
