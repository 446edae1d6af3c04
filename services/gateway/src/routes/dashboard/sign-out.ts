import { z } from 'zod';
import { signedOutHeaders } from '../../domain/session-cookie';
import { defineEndpoint } from '../../http/endpoint';
import { sessionOf } from './session-of';

/** `DELETE /dashboard/session`: ends the session that asks, on every replica within 5 s. */
export const signOut = defineEndpoint({
  operationId: 'signOutOfDashboard',
  summary: 'Sign out',
  tag: 'Dashboard',
  method: 'delete',
  path: '/dashboard/session',
  scope: 'any',
  ownPages: true,
  audited: true,
  responses: { 204: { description: 'Signed out', schema: z.strictObject({}) } },
  failures: ['session_ended', 'origin_not_allowed'],
  run: async ({ principal }, { dashboardSessions, publicUrl }) => {
    await dashboardSessions.end(principal.workspaceId, sessionOf(principal).id);
    return { status: 204, body: {}, headers: signedOutHeaders(publicUrl()) };
  },
});
