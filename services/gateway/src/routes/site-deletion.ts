import { SITE_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { deleteShareLinksOfSite } from '../store/share-links';
import { JWS_DESCRIPTION } from './shapes/scalars';
import { siteParams } from './shapes/site';
import { fullSiteJson, fullSiteSchema, readDefinitions } from './sites';

/** `DELETE /api/v1/sites/{id}` */
export const deleteSite = defineEndpoint({
  operationId: 'deleteSite',
  summary: 'Delete a site',
  description: `You can restore the site for ${SITE_LIMITS.restoreDays} days. After that it is purged.`,
  tag: 'Sites',
  method: 'delete',
  path: '/api/v1/sites/{id}',
  scope: 'sites:write',
  params: siteParams,
  responses: {
    200: {
      description: 'The site is deleted. `purgeAt` is the time of its purge',
      schema: z
        .strictObject({
          deleted: z.literal(true),
          id: z.int().positive(),
          purgeAt: z.iso.datetime({ precision: 3 }),
        })
        .meta({ id: 'Deletion' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id, purgeAtMs } = await sites.DeleteSite({ id: params.id }, call);
    return { status: 200, body: { deleted: true, id, purgeAt: isoTime(purgeAtMs) } };
  },
});

/** `POST /api/v1/sites/{id}/restore` */
export const restoreSite = defineEndpoint({
  operationId: 'restoreSite',
  summary: 'Restore a deleted site',
  description:
    'Restores a site with its events, goals and funnels before its purge. Returns 404 after the purge.',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites/{id}/restore',
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject({}),
  bodyOptional: true,
  responses: { 200: { description: 'The restored site', schema: fullSiteSchema } },
  failures: ['site_not_found', 'domain_in_use'],
  run: async ({ params, call }, { sites, scriptUrl }) => {
    const site = await sites.RestoreSite({ id: params.id }, call);
    const definitions = await readDefinitions(sites, params.id, call);
    return { status: 200, body: fullSiteJson(site, definitions, scriptUrl) };
  },
});

const STATES = ['active', 'scheduled', 'purging', 'purged'] as const;
const time = z.iso.datetime({ precision: 3 });

const schema = z
  .strictObject({
    siteId: z.int().positive(),
    state: z.enum(STATES).meta({
      description:
        '`active`: not deleted. `scheduled`: deleted, can be restored until `purgeAt`. `purging`: the purge has begun and ' +
        'cannot be undone. `purged`: all data of the site is deleted.',
    }),
    deletedAt: time.nullable(),
    purgeAt: time.nullable(),
    beganAt: time.nullable(),
    certificate: z
      .strictObject({
        siteId: z.int().positive(),
        finishedAt: time,
        rows: z.record(z.string(), z.int().nonnegative()).meta({
          description:
            'Deleted rows by table of both databases; tables without such rows are omitted. `notices`: webhook events. ' +
            'A final check found no row of the site in any table.',
        }),
        jws: z.string().meta({ description: JWS_DESCRIPTION }),
      })
      .nullable()
      .meta({ description: 'Present once the site is purged. Stored permanently' }),
  })
  .meta({ id: 'Purge' });

/** `GET /api/v1/sites/{id}/purge` */
export const getPurge = defineEndpoint({
  operationId: 'getPurge',
  summary: 'Get the purge state of a site',
  description: 'Once the site is purged, the response contains a deletion certificate.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/purge',
  scope: 'sites:read',
  params: siteParams,
  responses: { 200: { description: 'The state of the purge', schema } },
  failures: ['site_not_found'],
  run: async ({ params, call, principal }, { db, sites, signCertificate }) => {
    const purge = await sites.GetPurge({ siteId: params.id }, call);
    const { siteId, state, deletedAtMs, purgeAtMs, beganAtMs, finishedAtMs } = purge;
    const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms));
    const certify = async (finishedMs: number) => {
      // Purge does not know this schema. The certificate counts the links, so they are deleted before it.
      const shareLinks = await deleteShareLinksOfSite(db, { workspaceId: principal.workspaceId, siteId });
      const rows = { ...purge.rows, ...(shareLinks > 0 ? { share_links: shareLinks } : {}) };
      return { siteId, finishedAt: isoTime(finishedMs), rows };
    };
    const certificate = finishedAtMs === undefined ? undefined : await certify(finishedAtMs);
    return {
      status: 200,
      body: {
        siteId,
        state: STATES.find((each) => each === state) ?? 'purging',
        deletedAt: timeOf(deletedAtMs),
        purgeAt: timeOf(purgeAtMs),
        beganAt: timeOf(beganAtMs),
        certificate: certificate ? { ...certificate, jws: signCertificate('purge', certificate) } : null,
      },
    };
  },
});
