import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { accountFields, accountMessage } from './shapes/account-fields';
import { identifiedJson, identifiedSchema } from './shapes/identified';

/** `POST /api/v1/identify`: links a visitor to an account and records the channel that brought it, once and for ever. */
export const identify = defineEndpoint({
  operationId: 'identify',
  summary: 'Link an anonymous visitor to an account',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/identify',
  scope: 'identify',
  body: z.strictObject({
    anonymous_id: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Visitor id, `window.headwater.ref` at signup' }),
    ...accountFields,
  }),
  responses: {
    200: {
      description: 'Whether a session of the visitor was seen, and the recorded channel',
      schema: identifiedSchema,
    },
  },
  failures: [],
  run: async ({ body: { anonymous_id: anonymousId, ...account }, call }, { identity }) => {
    const answer = await identity.Identify({ anonymousId, account: accountMessage(account) }, call);
    return { status: 200, body: identifiedJson(answer) };
  },
});
