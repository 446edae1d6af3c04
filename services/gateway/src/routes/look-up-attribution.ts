import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { accountAttributionJson, accountAttributionSchema } from './shapes/account-attribution';

const account = z.strictObject({
  email: z.string().min(1).exactOptional().meta({ description: 'This or `user_id`. Hashed on arrival' }),
  user_id: z.string().min(1).exactOptional(),
});

/** `POST /api/v1/attribution/lookup`: which channel brought an account. A POST, because proxies log URLs. */
export const lookUpAttribution = defineEndpoint({
  operationId: 'lookUpAttribution',
  summary: 'Which channel brought this account, what came after it, and what the account paid',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/attribution/lookup',
  scope: 'identify',
  body: account,
  responses: {
    200: { description: 'The recorded attribution, where there is one', schema: accountAttributionSchema },
  },
  failures: ['query_too_heavy'],
  run: async ({ body: { email, user_id: userId }, call }, { identity }) => {
    const who = { ...(email === undefined ? {} : { email }), ...(userId === undefined ? {} : { userId }) };
    return { status: 200, body: accountAttributionJson(await identity.LookUpAttribution(who, call)) };
  },
});
