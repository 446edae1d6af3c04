import { type AppError, assertNever } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { checkNewToken, rejectGreaterRights } from '../domain/token-rights';
import { isoTime } from '../domain/format';
import { SCOPES, tokenIdOf } from '../domain/principal';
import { generateToken, parseToken } from '../domain/token-format';
import { defineEndpoint } from '../http/endpoint';
import {
  createToken as storeToken,
  type RefusedChange,
  rotateToken as storeRotation,
} from '../store/token-changes';
import { findTokensOfWorkspace, type ListedToken } from '../store/tokens';
import { parseId, pathId } from './shapes/path-id';

const { maxTokens: MAX_TOKENS } = WORKSPACE_LIMITS;

const NEVER_USED = { lastUsedAtMs: null, replacedBy: null };

/** Path parameters of the routes of a token. */
export const tokenParams = z.object({ tokenId: pathId('Token id') });

export function tokenNotFound(): AppError {
  return failure(
    'token_not_found',
    'The workspace has no token with this id. GET /api/v1/tokens lists its tokens.',
  );
}

const timestamp = z.iso.datetime({ precision: 3 });

/** A token without its secret. */
const tokenSchema = z
  .strictObject({
    id: z.int().positive(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    sites: z
      .array(z.int().positive())
      .nullable()
      .meta({ description: 'Sites that the token can access; null: all sites' }),
    expiresAt: timestamp.nullable().meta({ description: 'Null if the token never expires' }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'Last use, accurate to the hour; null if never used' }),
    replacedBy: z.int().positive().nullable().meta({
      description:
        'Id of the token that replaced this one by rotation. This one stops working at `expiresAt`',
    }),
    createdBy: z
      .int()
      .positive()
      .nullable()
      .meta({
        description:
          'Id of the token that created this one, also through a dashboard session. Its revocation revokes this one, too. ' +
          'Null: created at start, by the admin command or in its session',
      }),
  })
  .meta({ id: 'Token' });

/** A new token: the only response that contains the token itself. */
const createdTokenSchema = tokenSchema
  .omit({ lastUsedAt: true, replacedBy: true })
  .extend({ token: z.string().meta({ description: 'Shown only once. Keep it secret' }) })
  .meta({ id: 'CreatedToken' });

function tokenJson(token: ListedToken): z.infer<typeof tokenSchema> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes] as z.infer<typeof tokenSchema>['scopes'],
    sites: token.sites === null ? null : [...token.sites],
    expiresAt: optionalTime(token.expiresAtMs),
    createdAt: isoTime(token.createdAtMs),
    lastUsedAt: optionalTime(token.lastUsedAtMs),
    replacedBy: token.replacedBy,
    createdBy: token.createdBy,
  };
}

function refusal(refused: RefusedChange): AppError {
  switch (refused.outcome) {
    case 'not_found':
      return tokenNotFound();
    case 'replaced':
      return failure('token_replaced', 'This token was already rotated. Rotate the token that replaced it.');
    case 'creator_revoked':
      return failure('invalid_token', 'Your own token was revoked or has expired. Use another token.');
    case 'too_many':
      return failure(
        'invalid_request',
        `A workspace has at most ${MAX_TOKENS} active tokens. Revoke an unused token: \`lastUsedAt\` shows its last use.`,
      );
    case 'expires_earlier': {
      return failure(
        'invalid_request',
        `The new token would expire later than your own token, which expires at ${isoTime(refused.creatorExpiresAtMs)}. Use a token that expires later, or an earlier expiresAt.`,
      );
    }
    default:
      return assertNever(refused);
  }
}

function optionalTime(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

/** `POST /api/v1/tokens` */
export const createToken = defineEndpoint({
  operationId: 'createToken',
  summary: 'Create a token',
  description:
    'The new token can have no scope that your own token lacks, and expires no later. Revoking your own token also revokes ' +
    `the tokens it created. A workspace has at most ${MAX_TOKENS} active tokens.`,
  tag: 'Tokens',
  method: 'post',
  path: '/api/v1/tokens',
  example: { body: { name: 'signup server', scopes: ['identify', 'events:write'] } },
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    name: z
      .string()
      .regex(/^\P{Cc}{1,100}$/u, 'must be 1 to 100 characters without control characters')
      .meta({ examples: ['signup server'] }),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .meta({ description: 'Scopes of the token, a subset of your own scopes' }),
    sites: z
      .array(z.int().positive())
      .min(1)
      .max(1_000)
      .nullish()
      .meta({ description: 'Sites that the token can access. Null or absent: all sites' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'Expiry. Null or absent: the expiry of your own token' }),
  }),
  responses: { 201: { description: 'The new token, shown only once', schema: createdTokenSchema } },
  failures: [],
  run: async ({ principal, body, call, once }, { sites, clock }) => {
    const existing = body.sites ? (await sites.ListSites({ deleted: false }, call)).sites : [];
    const activeSites = existing.map(({ id }) => id);
    const now = clock.now();
    const checked = checkNewToken(body, { principal, activeSites, now });
    const { sites: allowedSites = null } = checked;
    const createdBy = tokenIdOf(principal);
    const created = await once(async (db) => {
      const { text: token, parsed } = newToken();
      const stored = await storeToken(db, {
        ...checked,
        workspaceId: principal.workspaceId,
        token: parsed,
        ...(createdBy === null ? {} : { createdBy }),
        now,
        maxTokens: MAX_TOKENS,
      });
      if (stored.outcome !== 'created') throw refusal(stored);
      const listed = { ...checked, ...stored, sites: allowedSites, createdBy };
      const { lastUsedAt: _, replacedBy: __, ...json } = tokenJson({ ...listed, ...NEVER_USED });
      return { token, ...json };
    });
    return { status: 201, body: created };
  },
});

function newToken() {
  const text = generateToken();
  const parsed = parseToken(text);
  if (!parsed) throw new Error('generated a malformed token');
  return { text, parsed };
}

/** `GET /api/v1/tokens` */
export const listTokens = defineEndpoint({
  operationId: 'listTokens',
  summary: 'List tokens',
  description: 'Lists the tokens of the workspace without their secrets.',
  tag: 'Tokens',
  method: 'get',
  path: '/api/v1/tokens',
  scope: 'tokens:admin',
  responses: {
    200: {
      description: 'The tokens, by id. Includes expired tokens, but not revoked tokens',
      schema: z.strictObject({ tokens: z.array(tokenSchema) }),
    },
  },
  failures: [],
  run: async ({ principal }, { db }) => {
    const found = await findTokensOfWorkspace(db, principal.workspaceId);
    return { status: 200, body: { tokens: found.map(tokenJson) } };
  },
});

const DAY_SECONDS = 86_400;

/** `POST /api/v1/tokens/{tokenId}/rotate` */
export const rotateToken = defineEndpoint({
  operationId: 'rotateToken',
  summary: 'Rotate a token',
  description:
    'Creates a token with the same scopes, sites and expiry. The old token works until the overlap ends, then it is ' +
    "expired. Tokens that it created keep working until it is revoked. The old token can't expire later than your own.",
  tag: 'Tokens',
  method: 'post',
  path: '/api/v1/tokens/{tokenId}/rotate',
  example: { body: { overlapSeconds: 3600 } },
  scope: 'tokens:admin',
  answersSecret: true,
  params: tokenParams,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .meta({
        description: 'Seconds for which the old token still works. With 0, it stops working within 5 seconds',
      }),
  }),
  bodyOptional: true,
  responses: {
    201: {
      description: 'The new token, shown only once, and the expiry of the old token',
      schema: createdTokenSchema
        .extend({
          replaces: z.strictObject({ id: z.int().positive(), expiresAt: z.iso.datetime({ precision: 3 }) }),
        })
        .meta({ id: 'RotatedToken' }),
    },
  },
  failures: ['token_not_found', 'token_replaced'],
  run: async ({ principal, params, body, once }, { clock }) => {
    const { workspaceId } = principal;
    const id = parseId(params.tokenId);
    const rotated = await once(async (db) => {
      const old = (await findTokensOfWorkspace(db, workspaceId)).find((each) => each.id === id);
      if (!old) throw tokenNotFound();
      rejectGreaterRights(old.scopes, principal);
      const { text: token, parsed } = newToken();
      const now = clock.now();
      const overlapEndsAt = now + body.overlapSeconds * 1_000;
      const rotatedBy = tokenIdOf(principal);
      const stored = await storeRotation(db, {
        ...{ workspaceId, id: old.id, token: parsed, now, overlapEndsAt, rotatedBy, maxTokens: MAX_TOKENS },
      });
      if (stored.outcome !== 'created') throw refusal(stored);
      const createdBy = rotatedBy === old.id ? old.createdBy : rotatedBy;
      const { lastUsedAt: _, replacedBy: __, ...json } = tokenJson({ ...old, ...stored, createdBy });
      return { token, ...json, replaces: { id: old.id, expiresAt: isoTime(stored.oldExpiresAtMs) } };
    });
    return { status: 201, body: rotated };
  },
});
