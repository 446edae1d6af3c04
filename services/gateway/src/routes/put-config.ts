import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { diffConfig } from '../domain/diff-config';
import { defineEndpoint } from '../http/endpoint';
import { configJson, configSchema, newConfigSchema } from './shapes/config-shape';
import { goalMessage } from './shapes/goal-shape';
import { siteParams } from './shapes/site-params';

const schema = z
  .strictObject({
    dryRun: z.boolean(),
    changes: z.array(
      z.strictObject({
        op: z.enum(['add', 'change', 'remove']),
        path: z.string().meta({ example: 'goals/Signup' }),
        before: z.unknown().meta({ description: 'Null for what is added' }),
        after: z.unknown().meta({ description: 'Null for what is removed' }),
      }),
    ),
    config: configSchema,
  })
  .meta({ id: 'ConfigChanges' });

/** `PUT /api/v1/sites/{id}/config`: makes a site be as a document says, all or nothing. */
export const putConfig = defineEndpoint({
  operationId: 'putConfig',
  summary: 'Make a site be as a document says, or with dryRun only tell what would change',
  tag: 'Sites',
  method: 'put',
  path: '/api/v1/sites/{id}/config',
  scope: 'sites:write',
  params: siteParams,
  query: z.object({
    dryRun: z.enum(['true', 'false']).optional().meta({ description: '`true` changes nothing' }),
  }),
  body: newConfigSchema,
  conditional: true,
  changesNothing: ({ query }) => query.dryRun === 'true',
  responses: {
    200: { description: 'What changed, and the document that came of it, named by the header ETag', schema },
  },
  failures: ['site_not_found', 'config_changed'],
  run: async ({ params, query, body, ifMatch = [], call }, { sites }) => {
    const { categories, tags, goals, funnels, ...texts } = body;
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
      },
      call,
    );
    if (!before || !after) throw failure('internal_error', 'The document was not returned. Try again.');
    const config = configJson(after);
    return {
      status: 200,
      body: { dryRun, changes: diffConfig(configJson(before), config), config },
      headers: { ETag: `"${etag}"` },
    };
  },
});
