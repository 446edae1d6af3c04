import { defineEndpoint } from '../http/endpoint';
import { goalJson, goalMessage, goalSchema, newGoalSchema } from './shapes/goal-shape';
import { siteParams } from './shapes/site-params';

/** `POST /api/v1/sites/{id}/goals` */
export const createGoal = defineEndpoint({
  operationId: 'createGoal',
  summary: 'Define a goal, at most 100 a site',
  tag: 'Goals',
  method: 'post',
  path: '/api/v1/sites/{id}/goals',
  scope: 'sites:write',
  params: siteParams,
  body: newGoalSchema,
  responses: { 201: { description: 'The new goal', schema: goalSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const goal = await sites.CreateGoal({ siteId: params.id, goal: goalMessage(body) }, call);
    return { status: 201, body: goalJson(goal) };
  },
});
