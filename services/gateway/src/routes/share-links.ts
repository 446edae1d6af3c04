import { randomBytes } from 'node:crypto';
import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { mayReceiveSecrets } from '../domain/authorise';
import { checkExpiry, invalidFields } from '../domain/expiry';
import { rejectGreaterRights } from '../domain/token-rights';
import { isoTime } from '../domain/format';
import { tokenIdOf } from '../domain/principal';
import { defineEndpoint } from '../http/endpoint';
import {
  deleteShareLinkById,
  findShareLinksOfSite,
  insertShareLink,
  type ListedShareLink,
} from '../store/share-links';
import { parseId, pathId } from './shapes/path-id';
import { siteParams } from './shapes/site';

const timestamp = z.iso.datetime({ precision: 3 });

/** A share link as every response shows it. */
const shareLinkSchema = z
  .strictObject({
    id: z.int().positive(),
    name: z.string(),
    url: z
      .url()
      .nullable()
      .meta({
        description:
          'URL of the shared page. Anyone with this URL, and the password if there is one, can view the numbers. ' +
          'Null without the scope `sites:write`, and in a dashboard session without a recent sign-in: the link would outlive the token ' +
          'or the session',
      }),
    hasPassword: z.boolean(),
    createdAt: timestamp,
    createdBy: z
      .int()
      .positive()
      .nullable()
      .meta({
        description:
          'Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. ' +
          'Null: created in a session of the admin command, or by an earlier release',
      }),
    expiresAt: timestamp.nullable().meta({ description: 'Null if the link never expires' }),
  })
  .meta({ id: 'ShareLink' });

/** Maps a share link to JSON. @param publicUrl URL at which browsers reach the gateway */
function shareLinkJson(
  { id, name, slug, hasPassword, createdAtMs, createdBy, expiresAtMs }: ListedShareLink,
  { publicUrl, showsUrl }: { readonly publicUrl: string; readonly showsUrl: boolean },
): z.infer<typeof shareLinkSchema> {
  const url = showsUrl ? `${publicUrl}/share/${slug}` : null;
  const expiresAt = expiresAtMs === null ? null : isoTime(expiresAtMs);
  return { id, name, url, hasPassword, createdAt: isoTime(createdAtMs), createdBy, expiresAt };
}

const MAX_LINKS_PER_SITE = 100;

/** `POST /api/v1/sites/{id}/share-links` */
export const createShareLink = defineEndpoint({
  operationId: 'createShareLink',
  summary: 'Create a share link',
  description:
    "Creates a public, read-only page with the site's numbers. You can embed the page. After its expiry, the link works like a revoked " +
    `one. It stays in the list until you revoke it. A site has at most ${MAX_LINKS_PER_SITE} links, including expired ones.`,
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/sites/{id}/share-links',
  example: { body: { name: 'for the agency', expiresAt: '2099-12-31T23:59:59Z' } },
  scope: 'sites:write',
  setsSecret: true,
  params: siteParams,
  body: z.strictObject({
    name: z
      .string()
      .regex(/^\P{Cc}{1,100}$/u, 'must be 1 to 100 characters without control characters')
      .default('Shared page')
      .meta({ description: 'Display name of the link', examples: ['for the agency'] }),
    password: z
      .string()
      .min(8)
      .max(200)
      .nullish()
      .meta({ description: 'Password that the page requires. Null or absent: no password' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'Time at which the link expires. Null or absent: never' }),
  }),
  bodyOptional: true,
  responses: { 201: { description: 'The new share link', schema: shareLinkSchema } },
  failures: ['site_not_found'],
  run: async ({ principal, params, body, call, once }, { sites, passwords, publicUrl, clock }) => {
    // The page shows data that requires stats:read, so its creator needs that scope.
    rejectGreaterRights(['stats:read'], principal);
    await sites.GetSite({ id: params.id }, call);
    const now = clock.now();
    const problems: FieldError[] = [];
    const expiresAtMs = checkExpiry(body.expiresAt, now, problems) ?? null;
    if (problems.length > 0) throw invalidFields(problems);
    const passwordHash = body.password ? await passwords.hash(body.password, principal.workspaceId) : null;
    const slug = randomBytes(16).toString('base64url');
    const createdBy = tokenIdOf(principal);
    const link = {
      workspaceId: principal.workspaceId,
      siteId: params.id,
      name: body.name,
      slug,
      passwordHash,
      keySecret: randomBytes(32),
      createdAtMs: now,
      createdBy,
      expiresAtMs,
    };
    const created = await once(async (db) => {
      const id = await insertShareLink(db, link, MAX_LINKS_PER_SITE);
      if (id === undefined)
        throw failure(
          'invalid_request',
          `The site already has the max ${MAX_LINKS_PER_SITE} share links. Delete one first.`,
        );
      const listed = {
        id,
        name: body.name,
        slug,
        hasPassword: passwordHash !== null,
        createdAtMs: now,
        createdBy,
        expiresAtMs,
      };
      return shareLinkJson(listed, { publicUrl: publicUrl(), showsUrl: true });
    });
    return { status: 201, body: created };
  },
});

/** `GET /api/v1/sites/{id}/share-links` */
export const listShareLinks = defineEndpoint({
  operationId: 'listShareLinks',
  summary: 'List share links',
  description: 'Lists the links that show the pages of this site without a token, including expired links.',
  tag: 'Dashboard',
  method: 'get',
  path: '/api/v1/sites/{id}/share-links',
  scope: 'stats:read',
  params: siteParams,
  responses: {
    200: {
      description: 'The share links, by id',
      schema: z.strictObject({ shareLinks: z.array(shareLinkSchema) }).meta({ id: 'ShareLinkList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ principal, params, call }, { db, sites, publicUrl, clock, sessionTimes }) => {
    await sites.GetSite({ id: params.id }, call);
    const found = await findShareLinksOfSite(db, { workspaceId: principal.workspaceId, siteId: params.id });
    const showsUrl =
      principal.scopes.includes('sites:write') &&
      mayReceiveSecrets(principal, clock.now(), sessionTimes.recentMs);
    const view = { publicUrl: publicUrl(), showsUrl };
    return { status: 200, body: { shareLinks: found.map((link) => shareLinkJson(link, view)) } };
  },
});

/** `DELETE /api/v1/sites/{id}/share-links/{linkId}` */
export const deleteShareLink = defineEndpoint({
  operationId: 'deleteShareLink',
  summary: 'Revoke a share link',
  description: 'The shared page stops working within 5 seconds.',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/sites/{id}/share-links/{linkId}',
  scope: 'sites:write',
  params: siteParams.extend({ linkId: pathId('Share link id', 31) }),
  responses: {
    200: {
      description: 'The share link is revoked',
      schema: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['site_not_found', 'share_link_not_found'],
  run: async ({ principal, params, call, once }, { sites }) => {
    await sites.GetSite({ id: params.id }, call);
    const id = parseId(params.linkId);
    const site = { workspaceId: principal.workspaceId, siteId: params.id };
    const deleted = await once(async (db) => {
      if (id === undefined || !(await deleteShareLinkById(db, site, id)))
        throw failure(
          'share_link_not_found',
          'The site has no share link with this id. List the share links to see their ids.',
        );
      return { deleted: true, id };
    });
    return { status: 200, body: deleted };
  },
});
