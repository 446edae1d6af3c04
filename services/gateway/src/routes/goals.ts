import type { QueryGoalResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryGoalResponse';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import {
  deletedSchema,
  goalChangesSchema,
  goalJson,
  goalMessage,
  goalParams,
  goalSchema,
  goalStep,
  goalInputSchema,
} from './shapes/definitions';
import {
  breakdownQuery,
  removedDays,
  removedDaysJson,
  VISIT_FILTERS,
  seriesOf,
  withGrain,
} from './shapes/queries';
import { bucketJson, bucketKeys, notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';

/** `GET /api/v1/sites/{id}/goals` */
export const listGoals = defineEndpoint({
  operationId: 'listGoals',
  summary: 'List the goals of a site',
  description: 'Lists the definitions. Fetch a single goal to get its conversions.',
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

/** `POST /api/v1/sites/{id}/goals` */
export const createGoal = defineEndpoint({
  operationId: 'createGoal',
  summary: 'Create a goal',
  description: `A site can have up to ${SITE_LIMITS.maxDefinitions} goals.`,
  tag: 'Goals',
  method: 'post',
  path: '/api/v1/sites/{id}/goals',
  example: { body: { name: 'Signup', type: 'event', event: 'signup' } },
  scope: 'sites:write',
  params: siteParams,
  body: goalInputSchema,
  responses: { 201: { description: 'The new goal', schema: goalSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const goal = await sites.CreateGoal({ siteId: params.id, goal: goalMessage(body) }, call);
    return { status: 201, body: goalJson(goal) };
  },
});

const count = z.int().nonnegative();
const counts = {
  conversions: count.meta({ description: 'Events that reached the goal' }),
  visitors: count.meta({ description: 'Distinct visitors who reached it' }),
};

/** A goal with its results. */
const goalResultSchema = z
  .strictObject({
    goal: goalSchema,
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    ...removedDays,
    grain: z.enum(GRAINS),
    data: z.strictObject({
      ...counts,
      conversionRate: z.number().nullable().meta({
        description:
          'Percent of all visitors in the window that match the column filters, two decimals; null without visitors',
      }),
      series: z.array(z.strictObject({ ...bucketKeys, ...counts })),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z
        .array(
          z.strictObject({
            key: z.string(),
            ...counts,
            conversionRate: z
              .number()
              .exactOptional()
              .meta({ description: "Percent of the row's visitors. Absent for the dimension `props.<key>`" }),
          }),
        )
        .meta({ description: 'Sorted by conversions, descending, then by key' }),
    }),
  })
  .meta({ id: 'GoalResult' });

function goalResultJson(answer: QueryGoalResponse__Output): Omit<z.infer<typeof goalResultSchema>, 'goal'> {
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    grain: answer.grain as Grain,
    data: {
      conversions: answer.conversions,
      visitors: answer.visitors,
      conversionRate: answer.conversionRate ?? null,
      series: answer.series.map(({ bucket, conversions, visitors }) => ({
        ...bucketJson(answer.grain, bucket),
        conversions,
        visitors,
      })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map(({ key, conversions, visitors, conversionRate }) => ({
        key,
        conversions,
        visitors,
        ...(conversionRate === undefined ? {} : { conversionRate }),
      })),
    },
  };
}

/** `GET /api/v1/sites/{id}/goals/{goalId}` */
export const getGoal = defineEndpoint({
  operationId: 'getGoal',
  summary: "Get a goal's conversions",
  description: 'Returns the goal with its conversions and conversion rate in the window.',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/goals/{goalId}',
  example: { query: 'range=7d&dimension=channel' },
  scope: 'stats:read',
  params: goalParams,
  query: breakdownQuery,
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The goal and its results', schema: goalResultSchema } },
  failures: ['site_not_found', 'goal_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, goalId }, query, filters, call }, { sites, analytics }) => {
    const [site, goal] = await Promise.all([
      sites.GetSite({ id }, call),
      sites.GetGoal({ siteId: id, id: goalId }, call),
    ]);
    const question = { siteId: id, timezone: site.timezone, filters: [...filters], ...withGrain(query) };
    const goalRequest = { question, goal: goalStep(goal), siteTimezone: site.timezone };
    const answer = await analytics.QueryGoal(goalRequest, call);
    const result = {
      ...goalResultJson({ ...answer, series: seriesOf(query, answer.series) }),
      ...removedDaysJson(site, answer.from),
    };
    return { status: 200, body: { goal: goalJson(goal), ...result } };
  },
});

/** `PATCH /api/v1/sites/{id}/goals/{goalId}` */
export const updateGoal = defineEndpoint({
  operationId: 'updateGoal',
  summary: 'Update a goal',
  description:
    'Changes only the fields you send. A field that is null stays unchanged. A new `type` needs its `event` or `path` in the same ' +
    'request. Results follow the new definition immediately, for past days as well.',
  tag: 'Goals',
  method: 'patch',
  path: '/api/v1/sites/{id}/goals/{goalId}',
  example: { body: { name: 'Signup confirmed', type: 'page', path: '/welcome*' } },
  scope: 'sites:write',
  params: goalParams,
  body: goalChangesSchema,
  responses: { 200: { description: 'The updated goal', schema: goalSchema } },
  failures: ['site_not_found', 'goal_not_found'],
  run: async ({ params, body: { filters, ...fields }, call }, { sites }) => {
    const reference = { siteId: params.id, id: params.goalId };
    const lists = filters ? { filters: { values: filters } } : {};
    return {
      status: 200,
      body: goalJson(await sites.UpdateGoal({ ...reference, ...fields, ...lists }, call)),
    };
  },
});

/** `DELETE /api/v1/sites/{id}/goals/{goalId}` */
export const deleteGoal = defineEndpoint({
  operationId: 'deleteGoal',
  summary: 'Delete a goal',
  description: 'The events of the goal are not deleted.',
  tag: 'Goals',
  method: 'delete',
  path: '/api/v1/sites/{id}/goals/{goalId}',
  scope: 'sites:write',
  params: goalParams,
  responses: { 200: { description: 'The goal is deleted', schema: deletedSchema } },
  failures: ['site_not_found', 'goal_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteGoal({ siteId: params.id, id: params.goalId }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
