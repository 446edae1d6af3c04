import type { Purge__Output } from '@headwater/protos/gen/headwater/sites/v1/Purge';
import { z } from 'zod';
import { byPlace, cursorOf, placeOf, restAfter, type AuditPlace } from '../domain/audit-cursor';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';
import type { AuditedAction } from '../store/audit-log';

const MOST = 200;

const entrySchema = z
  .strictObject({
    at: z.iso.datetime({ precision: 3 }),
    actor: z
      .enum(['token', 'dashboard', 'admin', 'bootstrap', 'purge'])
      .meta({ description: '`admin` is the admin command, `bootstrap` a start with BOOTSTRAP_TOKEN' }),
    tokenId: z.int().positive().nullable().meta({ description: 'The token that acted' }),
    sessionId: z.int().positive().nullable().meta({
      description:
        'The dashboard session that acted; `targetId` of the `createDashboardLink` that it began with',
    }),
    action: z
      .string()
      .meta({ description: 'An operationId of this document, or `purgeSite`', example: 'deleteSite' }),
    siteId: z.int().positive().nullable(),
    targetId: z
      .string()
      .nullable()
      .meta({ description: 'Of the goal, token, link or certificate that was made or meant' }),
    outcome: z
      .enum(['done', 'refused', 'unknown'])
      .meta({ description: '`unknown`: under way, or cut short; it may have happened' }),
    code: z.string().nullable().meta({ description: 'Why it was refused' }),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });

type Entry = z.infer<typeof entrySchema>;

/** `GET /api/v1/audit`: who changed what and when, for good. */
export const listAudit = defineEndpoint({
  operationId: 'listAudit',
  summary: 'Who changed which site or token, and when; latest first',
  tag: 'Tokens',
  method: 'get',
  path: '/api/v1/audit',
  scope: 'tokens:admin',
  query: z.object({
    limit: z
      .string()
      .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${MOST}`)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MOST, `must be a whole number from 1 to ${MOST}`)
      .optional()
      .meta({ description: 'Entries in an answer; default 50', type: 'integer', minimum: 1, maximum: MOST }),
    cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the answer before' }),
  }),
  responses: {
    200: {
      description: 'Entries and, unless these were the first ever, where to go on',
      schema: z
        .strictObject({ entries: z.array(entrySchema), nextCursor: z.string().nullable() })
        .meta({ id: 'AuditLog' }),
    },
  },
  failures: [],
  run: async ({ principal, query, call }, { audit, sites }) => {
    const { limit = 50 } = query;
    const after = query.cursor === undefined ? undefined : placeOf(query.cursor);
    const { before } = restAfter(after, 'purge');
    const page = before ? { beforeMs: before.at, beforeSiteId: before.id } : {};
    // One more than is shown tells whether there are any more.
    const [actions, { purges }] = await Promise.all([
      audit.list(principal.workspaceId, { ...restAfter(after, 'api'), limit: limit + 1 }),
      sites.ListPurges({ ...page, limit: limit + 1 }, call),
    ]);
    const found = [...actions.map(ofAction), ...purges.map(ofPurge)].sort((a, b) =>
      byPlace(a.place, b.place),
    );
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = found.length > limit && last ? cursorOf(last.place) : null;
    return { status: 200, body: { entries: shown.map(({ entry }) => entry), nextCursor } };
  },
});

interface Placed {
  readonly place: AuditPlace;
  readonly entry: Entry;
}

function ofAction({ id, at, actor, ...action }: AuditedAction): Placed {
  return {
    place: { at, source: 'api', id },
    entry: {
      at: isoTime(at),
      actor: actor.type,
      tokenId: actor.type === 'token' ? actor.tokenId : null,
      sessionId: actor.type === 'dashboard' ? actor.sessionId : null,
      action: action.action,
      siteId: action.siteId ?? null,
      targetId: action.targetId ?? null,
      outcome: action.outcome,
      code: action.code ?? null,
      requestId: action.requestId ?? null,
    },
  };
}

function ofPurge({ siteId, beganAtMs: at = 0, finishedAtMs }: Purge__Output): Placed {
  const nobody = { tokenId: null, sessionId: null, targetId: null, code: null, requestId: null };
  const outcome = finishedAtMs === undefined ? 'unknown' : 'done';
  return {
    place: { at, source: 'purge', id: siteId },
    entry: { at: isoTime(at), actor: 'purge', action: 'purgeSite', siteId, outcome, ...nobody },
  };
}
