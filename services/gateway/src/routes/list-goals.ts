import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { goalJson, goalSchema } from './shapes/goal-shape';
import { siteParams } from './shapes/site-params';

/** `GET /api/v1/sites/{id}/goals` */
export const listGoals = defineEndpoint({
  operationId: 'listGoals',
  summary: 'List the goals of a site',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/goals',
  scope: 'stats:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The goals, by id',
      schema: z.strictObject({ goals: z.array(goalSchema) }).meta({ id: 'GoalList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { goals } = await sites.ListGoals({ siteId: params.id }, call);
    return { status: 200, body: { goals: goals.map(goalJson) } };
  },
});
