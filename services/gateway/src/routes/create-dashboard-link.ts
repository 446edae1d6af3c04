import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { dashboardRights } from '../domain/dashboard-rights';
import { isoTime } from '../domain/iso-time';
import { SCOPES } from '../domain/principal';
import { makeSecret } from '../domain/random-secret';
import { SIGN_IN_LINK_MS, signInUrl } from '../domain/sign-in-link';
import { defineEndpoint } from '../http/endpoint';

/**
 * `POST /api/v1/dashboard-links`: lets a person into the dashboard. Asks for the right to make tokens: both hand rights to
 * somebody else.
 */
export const createDashboardLink = defineEndpoint({
  operationId: 'createDashboardLink',
  summary: 'Make a one-time link that signs a person in to the dashboard',
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/dashboard-links',
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .optional()
      .meta({ description: 'What the person may do; left out: all that the token may' }),
    sites: z
      .array(z.int().positive())
      .min(1)
      .max(1_000)
      .nullish()
      .meta({ description: 'The only sites that the person may reach; null or left out: all' }),
  }),
  bodyOptional: true,
  responses: {
    201: {
      description: 'The link, shown only here: for one sign-in within 10 minutes',
      schema: z
        .strictObject({
          id: z.int().positive().meta({ description: 'Of the session in the audit log' }),
          url: z.url().meta({ description: 'To be opened in a browser' }),
          expiresAt: z.iso.datetime({ precision: 3 }),
        })
        .meta({ id: 'DashboardLink' }),
    },
  },
  failures: [],
  run: async ({ principal, body, call }, { sites, dashboardSessions, publicUrl, clock }) => {
    const rights = dashboardRights(body, principal);
    if (body.sites) refuseUnknown(body.sites, (await sites.ListSites({ deleted: false }, call)).sites);
    const code = makeSecret();
    const expiresAtMs = clock.now() + SIGN_IN_LINK_MS;
    const { workspaceId, caller } = principal;
    const id = await dashboardSessions.createLink({
      workspaceId,
      tokenId: caller.type === 'session' ? caller.tokenId : caller.id,
      ...rights,
      codeHash: code.hash,
      expiresAtMs,
    });
    if (id === undefined) throw failure('internal_error', 'The workspace is gone.');
    const url = signInUrl(publicUrl(), code.text);
    return { status: 201, body: { id, url, expiresAt: isoTime(expiresAtMs) } };
  },
});

function refuseUnknown(wanted: readonly number[], known: readonly { readonly id: number }[]): void {
  const unknown = wanted.filter((each) => !known.some(({ id }) => id === each));
  if (unknown.length === 0) return;
  const message = `names sites that are not there: ${unknown.slice(0, 5).join(', ')}`;
  throw failure('invalid_request', `sites ${message}.`, { fields: [{ field: 'sites', message }] });
}
