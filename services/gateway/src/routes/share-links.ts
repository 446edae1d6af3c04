import { randomBytes } from 'node:crypto';
import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { SharedPage } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { mayReceiveSecrets } from '../domain/authorise';
import { checkExpiry, invalidFields } from '../domain/expiry';
import { rejectGreaterRights } from '../domain/token-rights';
import { tokenIdOf, type Principal } from '../domain/principal';
import { isOfWorkspace, sharedViewProblem } from '../domain/shared-pages';
import { defineEndpoint } from '../http/endpoint';
import {
  deleteShareLinkById,
  findShareLinksOfSite,
  insertShareLink,
  updateShareLinkById,
  type ListedShareLink,
} from '../store/share-links';
import { parseId, pathId } from './shapes/path-id';
import { shareLinkFields as fields, shareLinkJson, shareLinkSchema } from './shapes/share-link';
import { siteParams } from './shapes/site';

/** Whether a caller may read the numbers of a page without a link. Pages of the workspace need a caller without a list of sites. */
const mayReadPage = ({ sites }: Principal, page: SharedPage): boolean =>
  sites === null || !isOfWorkspace(page);

/** @throws AppError `insufficient_scope` if a link would show more than its creator may read. */
function rejectGreaterPage(principal: Principal, page: SharedPage): void {
  rejectGreaterRights(['stats:read'], principal);
  if (mayReadPage(principal, page)) return;
  throw failure(
    'insufficient_scope',
    `The token is limited to certain sites, but the page ${page} concerns the whole workspace. Use a token without a list of sites.`,
  );
}

const MAX_LINKS_PER_SITE = 100;

function problemsOfView(page: SharedPage, view: string): FieldError[] {
  const message = sharedViewProblem(page, view);
  return message === undefined ? [] : [{ field: 'view', message }];
}

/** `POST /api/v1/sites/{id}/share-links` */
export const createShareLink = defineEndpoint({
  operationId: 'createShareLink',
  summary: 'Create a share link',
  description:
    "Creates a public, read-only page with the site's numbers. You can embed the page. After its expiry, the link works like a revoked " +
    `one. It stays in the list until you revoke it or change its expiry. A site has at most ${MAX_LINKS_PER_SITE} links, including expired ` +
    'ones.',
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/sites/{id}/share-links',
  example: {
    body: {
      name: 'for the agency',
      page: 'revenue',
      view: 'range=90d&filter[channel]=Paid+Search',
      expiresAt: '2099-12-31T23:59:59Z',
    },
  },
  scope: 'sites:write',
  setsSecret: true,
  params: siteParams,
  body: z.strictObject({
    name: fields.name.default('Shared page'),
    page: fields.page.default('overview'),
    view: fields.view.default(''),
    password: z
      .string()
      .min(8)
      .max(200)
      .nullish()
      .meta({ description: 'Password that the page requires. Null or absent: no password' }),
    expiresAt: fields.expiresAt
      .nullish()
      .meta({ description: 'Time at which the link expires. Null or absent: never' }),
  }),
  bodyOptional: true,
  responses: { 201: { description: 'The new share link', schema: shareLinkSchema } },
  failures: ['site_not_found'],
  run: async ({ principal, params, body, call, once }, { sites, passwords, publicUrl, clock }) => {
    const { name, page, view } = body;
    rejectGreaterPage(principal, page);
    await sites.GetSite({ id: params.id }, call);
    const now = clock.now();
    const problems = problemsOfView(page, view);
    const expiresAtMs = checkExpiry(body.expiresAt, now, problems) ?? null;
    if (problems.length > 0) throw invalidFields(problems);
    const passwordHash = body.password ? await passwords.hash(body.password, principal.workspaceId) : null;
    const slug = randomBytes(16).toString('base64url');
    const createdBy = tokenIdOf(principal);
    const link = {
      workspaceId: principal.workspaceId,
      siteId: params.id,
      ...{ name, slug, page, view },
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
        ...{ id, name, slug, page, view },
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
    const shareLinks = found.map((link) =>
      shareLinkJson(link, {
        publicUrl: publicUrl(),
        showsUrl: showsUrl && mayReadPage(principal, link.page),
      }),
    );
    return { status: 200, body: { shareLinks } };
  },
});

const linkParams = siteParams.extend({ linkId: pathId('Share link id', 31) });

/** `PATCH /api/v1/sites/{id}/share-links/{linkId}` */
export const updateShareLink = defineEndpoint({
  operationId: 'updateShareLink',
  summary: 'Update a share link',
  description:
    'Changes only the fields you send. A field that is null stays unchanged, except `expiresAt`: the link then never expires. A later expiry ' +
    'also revives an expired link. A new `page` without `view` opens with its default view. Open pages follow the change within 5 seconds.',
  tag: 'Dashboard',
  method: 'patch',
  path: '/api/v1/sites/{id}/share-links/{linkId}',
  example: { body: { page: 'events', view: 'range=7d', expiresAt: null } },
  scope: 'sites:write',
  setsSecret: true,
  params: linkParams,
  body: z.strictObject({
    name: fields.name.exactOptional(),
    page: fields.page.exactOptional(),
    view: fields.view.exactOptional(),
    expiresAt: fields.expiresAt
      .nullable()
      .exactOptional()
      .meta({ description: 'Time at which the link expires. Null: never' }),
  }),
  responses: { 200: { description: 'The updated share link', schema: shareLinkSchema } },
  failures: ['site_not_found', 'share_link_not_found'],
  run: async ({ principal, params, body, call, once }, { sites, publicUrl, clock }) => {
    await sites.GetSite({ id: params.id }, call);
    const problems: FieldError[] = [];
    const expiresAtMs = checkExpiry(body.expiresAt, clock.now(), problems) ?? null;
    const change = (link: ListedShareLink) => {
      const { name = link.name, page = link.page } = body;
      const { view = page === link.page ? link.view : '' } = body;
      for (const each of [link.page, page]) rejectGreaterPage(principal, each);
      const all = [...problems, ...(body.view === undefined ? [] : problemsOfView(page, view))];
      if (all.length > 0) throw invalidFields(all);
      return { name, page, view, expiresAtMs: body.expiresAt === undefined ? link.expiresAtMs : expiresAtMs };
    };
    const updated = await once(async (db) => {
      const link = await updateShareLinkById(db, linkOf(principal, params), change);
      return shareLinkJson(link ?? noSuchLink(), { publicUrl: publicUrl(), showsUrl: true });
    });
    return { status: 200, body: updated };
  },
});

/** The link in the path. @throws AppError `share_link_not_found` for text that can't be an id. */
function linkOf({ workspaceId }: Principal, { id: siteId, linkId }: z.infer<typeof linkParams>) {
  return { workspaceId, siteId, id: parseId(linkId) ?? noSuchLink() };
}

function noSuchLink(): never {
  throw failure(
    'share_link_not_found',
    'The site has no share link with this id. List the share links to see their ids.',
  );
}

/** `DELETE /api/v1/sites/{id}/share-links/{linkId}` */
export const deleteShareLink = defineEndpoint({
  operationId: 'deleteShareLink',
  summary: 'Revoke a share link',
  description: 'The shared page stops working within 5 seconds.',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/sites/{id}/share-links/{linkId}',
  scope: 'sites:write',
  params: linkParams,
  responses: {
    200: {
      description: 'The share link is revoked',
      schema: z.strictObject({ deleted: z.literal(true), id: z.int().positive() }),
    },
  },
  failures: ['site_not_found', 'share_link_not_found'],
  run: async ({ principal, params, call, once }, { sites }) => {
    await sites.GetSite({ id: params.id }, call);
    const deleted = await once(async (db) => {
      const link = linkOf(principal, params);
      if (!(await deleteShareLinkById(db, link, link.id))) noSuchLink();
      return { deleted: true, id: link.id };
    });
    return { status: 200, body: deleted };
  },
});
