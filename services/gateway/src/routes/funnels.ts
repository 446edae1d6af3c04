import type { QueryFunnelResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryFunnelResponse';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { percent } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import {
  deletedSchema,
  funnelChangesSchema,
  funnelJson,
  funnelParams,
  funnelSchema,
  goalMessage,
  goalStep,
  funnelInputSchema,
} from './shapes/definitions';
import { breakdownQuery, removedDays, removedDaysJson, VISIT_FILTERS } from './shapes/queries';
import { siteParams } from './shapes/site';

/** `GET /api/v1/sites/{id}/funnels` */
export const listFunnels = defineEndpoint({
  operationId: 'listFunnels',
  summary: 'List the funnels of a site',
  description: 'Lists the definitions. Fetch a single funnel to get its results.',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/funnels',
  scope: 'stats:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The funnels, by id',
      schema: z.strictObject({ funnels: z.array(funnelSchema) }).meta({ id: 'FunnelList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { funnels } = await sites.ListFunnels({ siteId: params.id }, call);
    return { status: 200, body: { funnels: funnels.map(funnelJson) } };
  },
});

/** `POST /api/v1/sites/{id}/funnels` */
export const createFunnel = defineEndpoint({
  operationId: 'createFunnel',
  summary: 'Create a funnel',
  description: `A site can have up to ${SITE_LIMITS.maxDefinitions} funnels.`,
  tag: 'Goals',
  method: 'post',
  path: '/api/v1/sites/{id}/funnels',
  example: {
    body: {
      name: 'Purchase',
      steps: [
        { name: 'Signup', type: 'event', event: 'signup' },
        { name: 'Order', type: 'page', path: '/thanks*' },
      ],
      windowHours: 24,
    },
  },
  scope: 'sites:write',
  params: siteParams,
  body: funnelInputSchema,
  responses: { 201: { description: 'The new funnel', schema: funnelSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const funnel = await sites.CreateFunnel(
      { siteId: params.id, funnel: { ...body, steps: body.steps.map(goalMessage) } },
      call,
    );
    return { status: 201, body: funnelJson(funnel) };
  },
});

const count = z.int().nonnegative();
const shareOfEntered = z
  .number()
  .nullable()
  .meta({ description: 'Percent of the visitors who entered, two decimals; null if none did' });

const seconds = z.number().nonnegative();
const timeToConvert = z
  .strictObject({
    median: seconds.meta({ description: 'Half of the visitors took at most as long' }),
    p90: seconds.meta({ description: '90 percent of the visitors took at most as long' }),
  })
  .nullable()
  .meta({
    description:
      'Time from the first step to this one, seconds with two decimals, exact. Of several attempts of a visitor, the first one ' +
      'that completed the most steps counts. Null for the first step and without visitors',
  });

/** A funnel with its results. */
const funnelResultSchema = z
  .strictObject({
    funnel: funnelSchema,
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    ...removedDays,
    data: z.strictObject({
      entered: count.meta({ description: 'Visitors who completed the first step' }),
      completed: count.meta({ description: 'Visitors who completed all steps' }),
      conversionRate: shareOfEntered,
      steps: z
        .array(
          z.strictObject({
            name: z.string(),
            visitors: count,
            dropOff: count.meta({
              description: 'Visitors of the previous step who did not complete this one',
            }),
            conversionRate: shareOfEntered,
            timeToConvert,
          }),
        )
        .meta({
          description:
            'Visitors who completed all steps up to this one. Each step must come strictly after the previous one, within ' +
            '`windowHours` of the first step and within the range. Filters apply to every step',
        }),
      dimension: z.string().nullable(),
      breakdown: z
        .array(
          z.strictObject({
            key: z.string(),
            entered: count,
            completed: count,
            conversionRate: shareOfEntered,
          }),
        )
        .meta({
          description:
            "Sorted by `entered`, descending, then by key. The key is the value of the visitor's first step",
        }),
    }),
  })
  .meta({ id: 'FunnelResult' });

function funnelResultJson(
  answer: QueryFunnelResponse__Output,
): Omit<z.infer<typeof funnelResultSchema>, 'funnel'> {
  const entered = answer.steps[0]?.visitors ?? 0;
  const completed = answer.steps.at(-1)?.visitors ?? 0;
  return {
    range: `${answer.from} to ${answer.to}`,
    timezone: answer.timezone,
    data: {
      entered,
      completed,
      conversionRate: percent(completed, entered),
      steps: answer.steps.map(({ name, visitors, timeToConvert: times }, index) => ({
        name,
        visitors,
        dropOff: (answer.steps[index - 1]?.visitors ?? visitors) - visitors,
        conversionRate: percent(visitors, entered),
        timeToConvert: times ? { median: times.median, p90: times.p90 } : null,
      })),
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map((row) => ({
        key: row.key,
        entered: row.entered,
        completed: row.completed,
        conversionRate: percent(row.completed, row.entered),
      })),
    },
  };
}

/** `GET /api/v1/sites/{id}/funnels/{funnelId}` */
export const getFunnel = defineEndpoint({
  operationId: 'getFunnel',
  summary: "Get a funnel's results",
  description:
    'Returns the funnel with the visitors, drop-off, conversion rate and time to convert of each step.',
  tag: 'Goals',
  method: 'get',
  path: '/api/v1/sites/{id}/funnels/{funnelId}',
  example: { query: 'range=7d' },
  scope: 'stats:read',
  params: funnelParams,
  query: breakdownQuery.omit({ grain: true, series: true }),
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The funnel and its results', schema: funnelResultSchema } },
  failures: ['site_not_found', 'funnel_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async ({ params: { id, funnelId }, query, filters, call }, { sites, analytics }) => {
    const [site, funnel] = await Promise.all([
      sites.GetSite({ id }, call),
      sites.GetFunnel({ siteId: id, id: funnelId }, call),
    ]);
    const { windowHours } = funnel;
    const funnelQuery = {
      question: { siteId: id, timezone: site.timezone, filters: [...filters], ...query },
      steps: funnel.steps.map(goalStep),
      windowHours,
    };
    const answer = await analytics.QueryFunnel(funnelQuery, call);
    const result = { ...funnelResultJson(answer), ...removedDaysJson(site, answer.from) };
    return { status: 200, body: { funnel: funnelJson(funnel), ...result } };
  },
});

/** `PATCH /api/v1/sites/{id}/funnels/{funnelId}` */
export const updateFunnel = defineEndpoint({
  operationId: 'updateFunnel',
  summary: 'Update a funnel',
  description:
    'Changes only the fields you send. A field that is null stays unchanged. `steps` replaces all steps. Results follow the new ' +
    'definition immediately, for past days as well.',
  tag: 'Goals',
  method: 'patch',
  path: '/api/v1/sites/{id}/funnels/{funnelId}',
  example: { body: { name: 'Purchase in three days', windowHours: 72 } },
  scope: 'sites:write',
  params: funnelParams,
  body: funnelChangesSchema,
  responses: { 200: { description: 'The updated funnel', schema: funnelSchema } },
  failures: ['site_not_found', 'funnel_not_found'],
  run: async ({ params, body: { steps, ...fields }, call }, { sites }) => {
    const reference = { siteId: params.id, id: params.funnelId };
    const lists = steps ? { steps: { values: steps.map(goalMessage) } } : {};
    const funnel = await sites.UpdateFunnel({ ...reference, ...fields, ...lists }, call);
    return { status: 200, body: funnelJson(funnel) };
  },
});

/** `DELETE /api/v1/sites/{id}/funnels/{funnelId}` */
export const deleteFunnel = defineEndpoint({
  operationId: 'deleteFunnel',
  summary: 'Delete a funnel',
  description: 'The events of the funnel are not deleted.',
  tag: 'Goals',
  method: 'delete',
  path: '/api/v1/sites/{id}/funnels/{funnelId}',
  scope: 'sites:write',
  params: funnelParams,
  responses: { 200: { description: 'The funnel is deleted', schema: deletedSchema } },
  failures: ['site_not_found', 'funnel_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteFunnel({ siteId: params.id, id: params.funnelId }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
