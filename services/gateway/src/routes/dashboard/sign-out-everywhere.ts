import { z } from 'zod';
import { signedOutHeaders } from '../../domain/session-cookie';
import { defineEndpoint } from '../../http/endpoint';
import { sessionOf } from './session-of';

/**
 * `DELETE /dashboard/sessions`: ends every session and unused link of the workspace, on every replica within 5 s. Who may
 * not make tokens ends only those of the same rights: a colleague with more of them is not to be put out.
 */
export const signOutEverywhere = defineEndpoint({
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere',
  tag: 'Dashboard',
  method: 'delete',
  path: '/dashboard/sessions',
  scope: 'any',
  ownPages: true,
  audited: true,
  responses: { 204: { description: 'Signed out', schema: z.strictObject({}) } },
  failures: ['session_ended', 'origin_not_allowed'],
  run: async ({ principal }, { dashboardSessions, publicUrl }) => {
    const { workspaceId, scopes } = principal;
    const { id } = sessionOf(principal);
    if (scopes.includes('tokens:admin')) await dashboardSessions.endAll(workspaceId);
    else await dashboardSessions.endAlike(workspaceId, id);
    return { status: 204, body: {}, headers: signedOutHeaders(publicUrl()) };
  },
});
