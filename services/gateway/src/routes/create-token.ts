import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { checkNewToken } from '../domain/check-new-token';
import { SCOPES } from '../domain/principal';
import { generateToken, parseToken } from '../domain/token-format';
import { defineEndpoint } from '../http/endpoint';
import { createdTokenSchema, tokenJson } from './shapes/token-shape';

/** `POST /api/v1/tokens`: a token with no more rights than the one that asks. */
export const createToken = defineEndpoint({
  operationId: 'createToken',
  summary: 'Make a token with some of your rights',
  tag: 'Tokens',
  method: 'post',
  path: '/api/v1/tokens',
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    name: z
      .string()
      .regex(/^\P{Cc}{1,100}$/u, 'must be 1 to 100 characters without control characters')
      .meta({ example: 'signup server' }),
    scopes: z.array(z.enum(SCOPES)).min(1).meta({ description: 'What it may do: some of your own scopes' }),
    sites: z
      .array(z.int().positive())
      .min(1)
      .max(1_000)
      .nullish()
      .meta({ description: 'The only sites that it may reach; null or left out: all' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When it ends; null or left out: never' }),
  }),
  responses: { 201: { description: 'The token, shown only here', schema: createdTokenSchema } },
  failures: [],
  run: async ({ principal, body, call }, { sites, tokens, clock }) => {
    const listed = body.sites ? (await sites.ListSites({ deleted: false }, call)).sites : [];
    const known = listed.map(({ id }) => id);
    const wanted = checkNewToken(body, { principal, knownSites: known, now: clock.now() });
    const token = generateToken();
    const parsed = parseToken(token);
    if (!parsed) throw new Error('made a malformed token');
    const made = await tokens.create({ workspaceId: principal.workspaceId, token: parsed, ...wanted });
    if (!made) throw failure('internal_error', 'The workspace is gone.');
    const { sites: limit = null, expiresAtMs = null } = wanted;
    const shown = { ...made, ...wanted, sites: limit, expiresAtMs, lastUsedAtMs: null, replacedBy: null };
    const { lastUsedAt: _, replacedBy: __, ...json } = tokenJson(shown);
    return { status: 201, body: { token, ...json } };
  },
});
