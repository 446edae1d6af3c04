import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { tokenJson, tokenSchema } from './shapes/token-shape';

/** `GET /api/v1/tokens`: the workspace's tokens, without their secrets. */
export const listTokens = defineEndpoint({
  operationId: 'listTokens',
  summary: 'List the tokens of the workspace, never their secrets',
  tag: 'Tokens',
  method: 'get',
  path: '/api/v1/tokens',
  scope: 'tokens:admin',
  responses: {
    200: {
      description: 'Those that were not revoked, by id; expired ones too',
      schema: z.strictObject({ tokens: z.array(tokenSchema) }),
    },
  },
  failures: [],
  run: async ({ principal }, { tokens }) => {
    const found = await tokens.list(principal.workspaceId);
    return { status: 200, body: { tokens: found.map(tokenJson) } };
  },
});
