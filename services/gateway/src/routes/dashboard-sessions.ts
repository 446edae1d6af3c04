import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import type { Principal } from '../domain/principal';
import { defineEndpoint } from '../http/endpoint';
import {
  deleteSession,
  deleteSessionsOfWorkspace,
  findSessionsOfWorkspace,
} from '../store/dashboard-sessions';
import { parseId, pathId } from './shapes/path-id';

const timestamp = z.iso.datetime({ precision: 3 });

const sessionSchema = z
  .strictObject({
    id: z.int().positive().meta({ description: '`sessionId` of its entries in the audit log' }),
    browser: z.string().meta({ description: 'Browser family and system', examples: ['Firefox on Linux'] }),
    current: z.boolean().meta({ description: 'Whether this session sent the request' }),
    signedInAt: timestamp.nullable().meta({ description: 'Null: before this was recorded' }),
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'Accurate to five minutes. Null: before this was recorded' }),
    expiresAt: timestamp.meta({ description: 'End of the session, unless it is idle before' }),
    tokenId: z
      .int()
      .positive()
      .nullable()
      .meta({ description: 'The token that created the sign-in link. Null: the admin command' }),
    scopes: z.array(z.string()),
    sites: z.array(z.int().positive()).nullable().meta({ description: 'Null: all sites' }),
  })
  .meta({ id: 'DashboardSession' });

/** The id of the calling session; undefined for tokens. */
function ownSession({ caller }: Principal): number | undefined {
  return caller.type === 'session' ? caller.id : undefined;
}

/** `GET /api/v1/dashboard-sessions` */
export const listDashboardSessions = defineEndpoint({
  operationId: 'listDashboardSessions',
  summary: 'List dashboard sessions',
  description: 'Lists the browsers that are signed in to the dashboard. No IP addresses are stored.',
  tag: 'Dashboard',
  method: 'get',
  path: '/api/v1/dashboard-sessions',
  scope: 'tokens:admin',
  responses: {
    200: {
      description: 'The sessions, by id',
      schema: z.strictObject({ sessions: z.array(sessionSchema) }),
    },
  },
  failures: [],
  run: async ({ principal }, { db, clock, sessionTimes }) => {
    const found = await findSessionsOfWorkspace(db, principal.workspaceId, {
      now: clock.now(),
      idleMs: sessionTimes.idleMs,
    });
    const sessions = found.map(({ signedInAtMs, lastUsedAtMs, expiresAtMs, workspaceId: _, ...session }) => ({
      ...session,
      scopes: [...session.scopes],
      sites: session.sites && [...session.sites],
      current: session.id === ownSession(principal),
      signedInAt: signedInAtMs === null ? null : isoTime(signedInAtMs),
      lastUsedAt: lastUsedAtMs === null ? null : isoTime(lastUsedAtMs),
      expiresAt: isoTime(expiresAtMs),
    }));
    return { status: 200, body: { sessions } };
  },
});

const endedSchema = z.strictObject({
  ended: z.int().nonnegative().meta({ description: 'Number of ended sessions and unused sign-in links' }),
});

/** `DELETE /api/v1/dashboard-sessions` */
export const endDashboardSessions = defineEndpoint({
  operationId: 'endDashboardSessions',
  summary: 'End all other dashboard sessions',
  description:
    'Ends all sessions and unused sign-in links of the workspace within 5 seconds, except the session that sends the request.',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/dashboard-sessions',
  scope: 'tokens:admin',
  responses: { 200: { description: 'The sessions are ended', schema: endedSchema } },
  failures: [],
  run: async ({ principal, once }) => {
    const ended = await once((db) =>
      deleteSessionsOfWorkspace(db, principal.workspaceId, ownSession(principal)),
    );
    return { status: 200, body: { ended } };
  },
});

/** `DELETE /api/v1/dashboard-sessions/{sessionId}` */
export const endDashboardSession = defineEndpoint({
  operationId: 'endDashboardSession',
  summary: 'End a dashboard session',
  description: 'The session, or the unused sign-in link with this id, ends within 5 seconds.',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/dashboard-sessions/{sessionId}',
  scope: 'tokens:admin',
  params: z.object({ sessionId: pathId('Session id') }),
  responses: { 200: { description: 'The session is ended', schema: endedSchema } },
  failures: ['session_not_found'],
  run: async ({ principal, params, once }) => {
    const id = parseId(params.sessionId);
    const ended = await once(async (db) => {
      const count = id === undefined ? 0 : await deleteSession(db, principal.workspaceId, id);
      if (count > 0) return count;
      throw failure(
        'session_not_found',
        'The workspace has no session with this id, or it has ended. GET /api/v1/dashboard-sessions lists the sessions.',
      );
    });
    return { status: 200, body: { ended } };
  },
});
