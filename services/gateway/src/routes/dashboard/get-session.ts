import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import { SCOPES } from '../../domain/principal';
import { defineEndpoint } from '../../http/endpoint';
import { sessionOf } from './session-of';

/** `GET /dashboard/session`: who is signed in, and to what. */
export const getSession = defineEndpoint({
  operationId: 'getDashboardSession',
  summary: 'What the session may do',
  tag: 'Dashboard',
  method: 'get',
  path: '/dashboard/session',
  scope: 'any',
  ownPages: true,
  responses: {
    200: {
      description: 'The session',
      schema: z.strictObject({
        workspace: z.strictObject({ id: z.int().positive(), name: z.string() }),
        scopes: z.array(z.enum(SCOPES)),
        sites: z.array(z.int().positive()).nullable(),
        expiresAt: z.iso.datetime({ precision: 3 }),
      }),
    },
  },
  failures: ['session_ended', 'origin_not_allowed'],
  run: async ({ principal }, { workspaceNameOf }) => {
    const { workspaceId: id, scopes, sites } = principal;
    const { expiresAtMs } = sessionOf(principal);
    const workspace = { id, name: await workspaceNameOf(id) };
    return { status: 200, body: { workspace, scopes, sites, expiresAt: isoTime(expiresAtMs) } };
  },
});
