import { randomBytes } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { refuseGreaterRights } from '../domain/check-new-token';
import { defineEndpoint } from '../http/endpoint';
import { shareLinkJson, shareLinkSchema } from './shapes/share-link-shape';
import { siteParams } from './shapes/site-params';

const MOST_OF_A_SITE = 100;

/** `POST /api/v1/sites/{id}/share-links`: a public page of the site's numbers, to be read and embedded. */
export const createShareLink = defineEndpoint({
  operationId: 'createShareLink',
  summary: "Share a site's numbers by a public, read-only page",
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/sites/{id}/share-links',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({
    name: z
      .string()
      .regex(/^\P{Cc}{1,100}$/u, 'must be 1 to 100 characters without control characters')
      .default('Shared page')
      .meta({ description: 'To tell links apart', example: 'for the agency' }),
    password: z
      .string()
      .min(8)
      .max(200)
      .nullish()
      .meta({ description: 'Asked of whoever opens the page; null or left out: none' }),
  }),
  bodyOptional: true,
  responses: { 201: { description: 'The link', schema: shareLinkSchema } },
  failures: ['site_not_found'],
  run: async ({ principal, params, body, call }, { sites, shareLinks, passwords, publicUrl, clock }) => {
    // The page shows what it takes this right to read.
    refuseGreaterRights(['stats:read'], principal);
    await sites.GetSite({ id: params.id }, call);
    const passwordHash = body.password ? await passwords.hash(body.password) : null;
    const slug = randomBytes(16).toString('base64url');
    const now = clock.now();
    const link = {
      workspaceId: principal.workspaceId,
      siteId: params.id,
      name: body.name,
      slug,
      passwordHash,
      keySecret: randomBytes(32),
      createdAtMs: now,
    };
    const id = await shareLinks.create(link, MOST_OF_A_SITE);
    if (id === undefined)
      throw failure(
        'invalid_request',
        `The site has ${MOST_OF_A_SITE} share links already. Delete one first.`,
      );
    const listed = { id, name: body.name, slug, hasPassword: passwordHash !== null, createdAtMs: now };
    return { status: 201, body: shareLinkJson(listed, publicUrl()) };
  },
});
