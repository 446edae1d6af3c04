import { defineEndpoint } from '../http/endpoint';
import { deletedSchema, goalParams } from './shapes/definition-params';

/** `DELETE /api/v1/sites/{id}/goals/{goalId}` */
export const deleteGoal = defineEndpoint({
  operationId: 'deleteGoal',
  summary: 'Delete a goal; the events stay',
  tag: 'Goals',
  method: 'delete',
  path: '/api/v1/sites/{id}/goals/{goalId}',
  scope: 'sites:write',
  params: goalParams,
  responses: { 200: { description: 'It is gone', schema: deletedSchema } },
  failures: ['site_not_found', 'goal_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteGoal({ siteId: params.id, id: params.goalId }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
