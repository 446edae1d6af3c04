import { failure } from '@headwater/protos/error-codes';
import type { SiteConfig__Output } from '@headwater/protos/gen/headwater/sites/v1/SiteConfig';
import { FUNNEL_LIMITS, SITE_LIMITS } from '@headwater/protos/limits';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { diffConfig } from '../domain/diff-config';
import { defineEndpoint } from '../http/endpoint';
import { funnelJson, goalJson, goalMessage, funnelInputSchema, goalInputSchema } from './shapes/definitions';
import { changedSettings, NULL_RESETS, siteParams, splitNulls } from './shapes/site';

const goal = goalInputSchema.describe('Identified by its name');
const funnel = funnelInputSchema.describe('Identified by its name');

/** The configuration of a site as one document. `GET` returns it, and `PUT` accepts it. */
const configSchema = z
  .strictObject({
    name: z.string(),
    timezone: z.string(),
    categories: z.array(z.enum(SITE_CATEGORIES)),
    tags: z.array(z.string()),
    goals: z.array(goal),
    funnels: z.array(funnel.extend({ windowHours: z.int().min(FUNNEL_LIMITS.minHours) })),
  })
  .meta({ id: 'SiteConfig' });

/** The body of `PUT`: an omitted field stays unchanged, null resets a field, and a list replaces the whole stored list. */
const configInputSchema = z
  .strictObject({
    ...changedSettings,
    goals: z.array(goalInputSchema).max(SITE_LIMITS.maxDefinitions).nullable().exactOptional(),
    funnels: z.array(funnelInputSchema).max(SITE_LIMITS.maxDefinitions).nullable().exactOptional(),
  })
  .meta({ id: 'SiteConfigInput' });

type ConfigJson = z.infer<typeof configSchema>;

function configJson({ goals, funnels, ...settings }: SiteConfig__Output): ConfigJson {
  const { name, timezone, categories, tags } = settings;
  return {
    name,
    timezone,
    categories: categories as ConfigJson['categories'],
    tags,
    goals: goals.map((each) => plain(goalJson(each))),
    funnels: funnels.map((each) => {
      const { id: _, ...json } = funnelJson(each);
      return { ...json, steps: json.steps.map((step) => plain({ id: 0, ...step })) };
    }),
  };
}

/** A goal without its id and without the field of the other type. */
function plain({ id: _, event, path, ...goal }: ReturnType<typeof goalJson>): ConfigJson['goals'][number] {
  return { ...goal, ...(event === null ? {} : { event }), ...(path === null ? {} : { path }) };
}

/** `GET /api/v1/sites/{id}/config` */
export const getConfig = defineEndpoint({
  operationId: 'getConfig',
  summary: "Get a site's configuration as one document",
  description:
    'Store the document in version control and send it to `PUT` to apply it. The response has an `ETag`.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/config',
  scope: 'sites:read',
  params: siteParams,
  responses: {
    200: { description: 'The configuration. The `ETag` header identifies its version', schema: configSchema },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { config, etag } = await sites.GetConfig({ siteId: params.id }, call);
    if (!config) throw failure('internal_error', 'The sites service returned no configuration. Retry.');
    return { status: 200, body: configJson(config), headers: { ETag: `"${etag}"` } };
  },
});

const schema = z
  .strictObject({
    dryRun: z.boolean(),
    changes: z.array(
      z.strictObject({
        op: z.enum(['add', 'change', 'remove']),
        path: z.string().meta({ examples: ['goals/Signup'] }),
        before: z.unknown().meta({ description: 'Null for an added entry' }),
        after: z.unknown().meta({ description: 'Null for a removed entry' }),
      }),
    ),
    config: configSchema,
  })
  .meta({ id: 'ConfigChanges' });

/** `PUT /api/v1/sites/{id}/config` */
export const putConfig = defineEndpoint({
  operationId: 'putConfig',
  summary: "Replace a site's configuration",
  description:
    `Applies the whole document or nothing. An omitted field stays unchanged; a list replaces the whole stored list. ${NULL_RESETS} ` +
    '`dryRun=true` previews the changes. Send `If-Match` to prevent overwriting a newer configuration.',
  tag: 'Sites',
  method: 'put',
  path: '/api/v1/sites/{id}/config',
  example: {
    query: 'dryRun=true',
    body: { tags: ['shop'], goals: [{ name: 'Signup', type: 'event', event: 'signup' }] },
  },
  scope: 'sites:write',
  params: siteParams,
  query: z.object({
    dryRun: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: preview the changes without applying them' }),
  }),
  body: configInputSchema,
  conditional: true,
  changesNothing: ({ query }) => query.dryRun === 'true',
  responses: {
    200: {
      description: 'The changes and the resulting configuration. The `ETag` header identifies its version',
      schema,
    },
  },
  failures: ['site_not_found', 'config_changed'],
  run: async ({ params, query, body, ifMatch = [], call }, { sites }) => {
    const { given, unset } = splitNulls(body);
    const { categories, tags, goals, funnels, ...texts } = given;
    const dryRun = query.dryRun === 'true';
    const { before, after, etag } = await sites.PutConfig(
      {
        siteId: params.id,
        ...texts,
        ...(categories ? { categories: { values: categories } } : {}),
        ...(tags ? { tags: { values: tags } } : {}),
        ...(goals ? { goals: { values: goals.map(goalMessage) } } : {}),
        ...(funnels
          ? { funnels: { values: funnels.map((each) => ({ ...each, steps: each.steps.map(goalMessage) })) } }
          : {}),
        ifMatch: [...ifMatch],
        dryRun,
        unset,
      },
      call,
    );
    if (!before || !after)
      throw failure('internal_error', 'The sites service returned no configuration. Retry.');
    const config = configJson(after);
    return {
      status: 200,
      body: { dryRun, changes: diffConfig(configJson(before), config), config },
      headers: { ETag: `"${etag}"` },
    };
  },
});
