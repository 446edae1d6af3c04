import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { signInRights } from '../domain/token-rights';
import { isoTime } from '../domain/format';
import { SCOPES } from '../domain/principal';
import { generateSecret, SIGN_IN_LINK_MS, signInUrl } from '../domain/dashboard-session';
import { defineEndpoint } from '../http/endpoint';
import { insertSignInLink } from '../store/dashboard-sessions';

/** `POST /api/v1/dashboard-links`. Needs `tokens:admin` because it grants rights to another person, as a new token does. */
export const createDashboardLink = defineEndpoint({
  operationId: 'createDashboardLink',
  summary: 'Create a dashboard sign-in link',
  description: 'The link signs one person in to the dashboard, once, within 10 minutes.',
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/dashboard-links',
  scope: 'tokens:admin',
  answersSecret: true,
  body: z.strictObject({
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .max(SCOPES.length)
      .optional()
      .meta({ description: 'Scopes of the session. Absent: all scopes of the token' }),
    sites: z
      .array(z.int().positive())
      .min(1)
      .max(1_000)
      .nullish()
      .meta({ description: 'Sites that the session can access. Null or absent: all sites' }),
  }),
  bodyOptional: true,
  responses: {
    201: {
      description: 'The link, shown only once. Valid for one sign-in within 10 minutes',
      schema: z
        .strictObject({
          id: z.int().positive().meta({ description: 'Id of the session in the audit log' }),
          url: z.url().meta({ description: 'URL to open in a browser' }),
          expiresAt: z.iso.datetime({ precision: 3 }),
        })
        .meta({ id: 'DashboardLink' }),
    },
  },
  failures: [],
  run: async ({ principal, body, call, once }, { sites, publicUrl, clock }) => {
    const rights = signInRights(body, principal);
    if (body.sites) refuseUnknownSites(body.sites, (await sites.ListSites({ deleted: false }, call)).sites);
    const code = generateSecret();
    const expiresAtMs = clock.now() + SIGN_IN_LINK_MS;
    const { workspaceId, caller } = principal;
    const created = await once(async (db) => {
      const id = await insertSignInLink(db, {
        workspaceId,
        tokenId: caller.type === 'session' ? caller.tokenId : caller.id,
        ...rights,
        codeHash: code.hash,
        expiresAtMs,
      });
      if (id === undefined) throw failure('internal_error', 'The workspace no longer exists.');
      return { id, url: signInUrl(publicUrl(), code.text), expiresAt: isoTime(expiresAtMs) };
    });
    return { status: 201, body: created };
  },
});

function refuseUnknownSites(requested: readonly number[], known: readonly { readonly id: number }[]): void {
  const unknown = requested.filter((each) => !known.some(({ id }) => id === each));
  if (unknown.length === 0) return;
  const message = `contains unknown sites: ${unknown.slice(0, 5).join(', ')}`;
  throw failure('invalid_request', `sites ${message}.`, { fields: [{ field: 'sites', message }] });
}
