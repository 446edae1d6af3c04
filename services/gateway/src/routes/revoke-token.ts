import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { tokenIdOf, tokenNotFound, tokenParams } from './shapes/token-params';

/** `DELETE /api/v1/tokens/{id}`: ends a token for ever, on every replica within 5 s. */
export const revokeToken = defineEndpoint({
  operationId: 'revokeToken',
  summary: 'Revoke a token; it stops working everywhere within 5 seconds',
  tag: 'Tokens',
  method: 'delete',
  path: '/api/v1/tokens/{tokenId}',
  scope: 'tokens:admin',
  params: tokenParams,
  responses: {
    200: {
      description: 'It is revoked',
      schema: z.strictObject({ revoked: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['token_not_found'],
  run: async ({ principal, params }, { tokens, clock }) => {
    const id = tokenIdOf(params);
    const revoked = id !== undefined && (await tokens.revoke(principal.workspaceId, id, clock.now()));
    if (!revoked) throw tokenNotFound();
    return { status: 200, body: { revoked: true, id } };
  },
});
