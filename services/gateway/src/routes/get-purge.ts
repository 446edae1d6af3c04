import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';

const STATES = ['active', 'scheduled', 'purging', 'purged'] as const;
const time = z.iso.datetime({ precision: 3 });

const schema = z
  .strictObject({
    siteId: z.int().positive(),
    state: z.enum(STATES).meta({
      description:
        '`active`: not deleted. `scheduled`: in the bin, to be restored until `purgeAt`. `purging`: it has begun and can ' +
        'not be undone. `purged`: nothing of the site is left.',
    }),
    deletedAt: time.nullable(),
    purgeAt: time.nullable(),
    beganAt: time.nullable(),
    certificate: z
      .strictObject({
        finishedAt: time,
        rows: z.record(z.string(), z.int().nonnegative()).meta({
          description: 'Rows removed, by table. Every table was found empty of the site afterwards.',
        }),
      })
      .nullable()
      .meta({ description: 'Once purged; kept for good' }),
  })
  .meta({ id: 'Purge' });

/** `GET /api/v1/sites/{id}/purge`: how far the deletion of a site has come; in the end a certificate. */
export const getPurge = defineEndpoint({
  operationId: 'getPurge',
  summary: 'Tell how far the deletion of a site has come, in the end with a certificate',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/purge',
  scope: 'sites:read',
  params: siteParams,
  responses: { 200: { description: 'The state of the purge', schema } },
  failures: ['site_not_found'],
  run: async ({ params, call }, { sites }) => {
    const purge = await sites.GetPurge({ siteId: params.id }, call);
    const { siteId, state, deletedAtMs, purgeAtMs, beganAtMs, finishedAtMs, rows } = purge;
    const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms));
    return {
      status: 200,
      body: {
        siteId,
        state: STATES.find((known) => known === state) ?? 'purging',
        deletedAt: timeOf(deletedAtMs),
        purgeAt: timeOf(purgeAtMs),
        beganAt: timeOf(beganAtMs),
        certificate: finishedAtMs === undefined ? null : { finishedAt: isoTime(finishedAtMs), rows },
      },
    };
  },
});
