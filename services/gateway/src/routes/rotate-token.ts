import { assertNever } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { refuseGreaterRights } from '../domain/check-new-token';
import { isoTime } from '../domain/iso-time';
import { generateToken, parseToken } from '../domain/token-format';
import { defineEndpoint } from '../http/endpoint';
import { tokenIdOf, tokenNotFound, tokenParams } from './shapes/token-params';
import { createdTokenSchema, tokenJson } from './shapes/token-shape';

const DAY_SECONDS = 86_400;

/** `POST /api/v1/tokens/{tokenId}/rotate`: a new secret with the same rights; the old one works on for the overlap. */
export const rotateToken = defineEndpoint({
  operationId: 'rotateToken',
  summary: 'Give a token a new secret; the old one works on for a while',
  tag: 'Tokens',
  method: 'post',
  path: '/api/v1/tokens/{tokenId}/rotate',
  scope: 'tokens:admin',
  answersSecret: true,
  params: tokenParams,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .meta({ description: 'How long the old secret works on; with 0 it ends everywhere within 5 seconds' }),
  }),
  bodyOptional: true,
  responses: {
    201: {
      description: 'The new token, shown only here, and when the old one ends',
      schema: createdTokenSchema
        .extend({
          replaces: z.strictObject({ id: z.int().positive(), expiresAt: z.iso.datetime({ precision: 3 }) }),
        })
        .meta({ id: 'RotatedToken' }),
    },
  },
  failures: ['token_not_found', 'token_replaced'],
  run: async ({ principal, params, body }, { tokens, clock }) => {
    const { workspaceId } = principal;
    const id = tokenIdOf(params);
    const old = (await tokens.list(workspaceId)).find((each) => each.id === id);
    if (!old) throw tokenNotFound();
    refuseGreaterRights(old.scopes, principal);
    const token = generateToken();
    const parsed = parseToken(token);
    if (!parsed) throw new Error('made a malformed token');
    const now = clock.now();
    const overlapEndsAt = now + body.overlapSeconds * 1_000;
    const rotated = await tokens.rotate({ workspaceId, id: old.id, token: parsed, now, overlapEndsAt });
    switch (rotated.outcome) {
      case 'not_found':
        throw tokenNotFound();
      case 'replaced':
        throw failure(
          'token_replaced',
          'This token has been given a new secret already. Rotate its successor.',
        );
      case 'rotated': {
        const { lastUsedAt: _, replacedBy: __, ...json } = tokenJson({ ...old, ...rotated });
        const replaces = { id: old.id, expiresAt: isoTime(rotated.oldExpiresAtMs) };
        return { status: 201, body: { token, ...json, replaces } };
      }
      default:
        return assertNever(rotated);
    }
  },
});
