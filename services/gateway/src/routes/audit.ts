import { AppError } from '@headwater/kit/errors';
import type { Correction__Output } from '@headwater/protos/gen/headwater/identity/v1/Correction';
import type { Purge__Output } from '@headwater/protos/gen/headwater/sites/v1/Purge';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import {
  type AuditPosition,
  compareAuditPositions,
  auditPageAfter,
  auditPositionsAfter,
  decodeAuditPositions,
  encodeAuditPositions,
} from '../domain/cursors';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { findAuditedActions, type AuditedAction } from '../store/audit-log';
import { pageQuery } from './shapes/queries';

const recordedSchema = z.strictObject({ channel: z.enum(CHANNELS), source: z.string().nullable() });

const entrySchema = z
  .strictObject({
    at: z.iso.datetime({ precision: 3 }),
    actor: z.enum(['token', 'dashboard', 'admin', 'bootstrap', 'purge', 'repair']).meta({
      description:
        '`admin`: the admin command. `bootstrap`: a start with BOOTSTRAP_TOKEN. `purge`: the purge of a site. ' +
        '`repair`: an earlier session that arrived late',
    }),
    tokenId: z.int().positive().nullable().meta({ description: 'Id of the token that acted' }),
    sessionId: z.int().positive().nullable().meta({
      description:
        'Id of the dashboard session that acted: `targetId` of the `createDashboardLink` entry that started it',
    }),
    action: z.string().meta({
      description:
        'An `operationId` of this API, `purgeSite`, `correctAttribution`, or for an `updateSite` with `scrub`, ' +
        '`clickIds`, exclusions or `retentionDays` `disableScrubbing`, `enableScrubbing`, `enableClickIds`, `disableClickIds`, ' +
        '`changeExclusions`, `changeRetention`, or several of them such as `disableScrubbingAndChangeRetention`. After the restore of a backup: `repeatErasure`, `repeatSiteDeletion`',
      examples: ['deleteSite'],
    }),
    siteId: z.int().positive().nullable(),
    targetId: z
      .string()
      .nullable()
      .meta({ description: 'Id of the affected goal, token, link or certificate, or of the webhook event' }),
    outcome: z
      .enum(['done', 'refused', 'unknown'])
      .meta({ description: '`unknown`: in progress or interrupted; the action may have taken effect' }),
    code: z.string().nullable().meta({ description: 'Error code, if the action was refused' }),
    requestId: z.string().nullable(),
    change: z
      .strictObject({ before: recordedSchema, after: recordedSchema })
      .nullable()
      .meta({ description: 'The recorded channel and source before and after `correctAttribution`' }),
  })
  .meta({ id: 'AuditEntry' });

type Entry = z.infer<typeof entrySchema>;

/** `GET /api/v1/audit`: entries are stored permanently. */
export const listAudit = defineEndpoint({
  operationId: 'listAudit',
  summary: 'List audit log entries',
  description:
    'Lists changes to sites and tokens and corrections of recorded channels, with actor and time, newest first. Also lists ' +
    "exports, reads of visitors and accounts, and calls beyond a token's rights. Frequent reads and refused calls are listed once " +
    'a minute per caller and action.',
  tag: 'Tokens',
  method: 'get',
  path: '/api/v1/audit',
  example: { query: 'limit=10' },
  scope: 'tokens:admin',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'The entries, and the cursor of the next page',
      schema: z
        .strictObject({
          entries: z.array(entrySchema),
          nextCursor: z.string().nullable(),
          unavailable: z.array(z.enum(['purges', 'corrections'])).meta({
            description:
              'Kinds of entries that are missing because their service is unavailable. Later calls with `nextCursor`, which is then not ' +
              'null, list them',
          }),
        })
        .meta({ id: 'AuditLog' }),
    },
  },
  failures: [],
  run: async ({ principal, query, call, log }, { db, sites, identity }) => {
    const { limit = 50 } = query;
    const unavailable: ('purges' | 'corrections')[] = [];
    /** The entries of the gateway are readable without the other services. */
    const unlessUnavailable =
      (part: 'purges' | 'corrections') =>
      (error: unknown): undefined => {
        const isDown = error instanceof AppError && ['unavailable', 'deadline'].includes(error.kind);
        if (!isDown) throw error;
        log().warn({ err: error, part }, 'audit entries of another service not readable');
        unavailable.push(part);
      };
    const after = query.cursor === undefined ? {} : decodeAuditPositions(query.cursor);
    // Reads one row more than the page to know whether there is a next page.
    const { before: purged } = auditPageAfter(after.purge, 'purge');
    const { before: corrected } = auditPageAfter(after.correction, 'correction');
    const [actions, purges, corrections] = await Promise.all([
      findAuditedActions(db, principal.workspaceId, {
        ...auditPageAfter(after.api, 'api'),
        limit: limit + 1,
      }),
      sites
        .ListPurges(
          { limit: limit + 1, ...(purged && { beforeMs: purged.at, beforeSiteId: purged.id }) },
          call,
        )
        .catch(unlessUnavailable('purges')),
      identity
        .ListCorrections(
          { limit: limit + 1, ...(corrected && { beforeMs: corrected.at, beforeId: corrected.id }) },
          call,
        )
        .catch(unlessUnavailable('corrections')),
    ]);
    const found = [
      ...actions.map(actionEntry),
      ...(purges?.purges ?? []).map(purgeEntry),
      ...(corrections?.corrections ?? []).map(correctionEntry),
    ].sort((a, b) => compareAuditPositions(a.position, b.position));
    const shownEntries = found.slice(0, limit);
    const hasMore = found.length > limit || unavailable.length > 0;
    const missing = unavailable.map((part) => (part === 'purges' ? 'purge' : 'correction'));
    const positions = auditPositionsAfter(after, shownEntries.at(-1)?.position, missing);
    const nextCursor = hasMore ? encodeAuditPositions(positions) : null;
    return {
      status: 200,
      body: { entries: shownEntries.map(({ entry }) => entry), nextCursor, unavailable },
    };
  },
});

interface PositionedEntry {
  readonly position: AuditPosition;
  readonly entry: Entry;
}

function actionEntry({ id, at, actor, ...action }: AuditedAction): PositionedEntry {
  return {
    position: { at, source: 'api', id },
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
      change: null,
    },
  };
}

/** No token, session or request causes an entry. */
const NOBODY = { tokenId: null, sessionId: null, requestId: null };

function purgeEntry({ siteId, beganAtMs: at = 0, finishedAtMs }: Purge__Output): PositionedEntry {
  const absent = { ...NOBODY, targetId: null, code: null, change: null };
  const outcome = finishedAtMs === undefined ? 'unknown' : 'done';
  return {
    position: { at, source: 'purge', id: siteId },
    entry: { at: isoTime(at), actor: 'purge', action: 'purgeSite', siteId, outcome, ...absent },
  };
}

function correctionEntry({
  id,
  correctedAtMs: at,
  siteId,
  eventId,
  ...of
}: Correction__Output): PositionedEntry {
  const recorded = (channel: string, source: string) => ({
    channel: channel as (typeof CHANNELS)[number],
    source: source === '' ? null : source,
  });
  return {
    position: { at, source: 'correction', id },
    entry: {
      at: isoTime(at),
      actor: 'repair',
      action: 'correctAttribution',
      siteId: siteId ?? null,
      targetId: eventId,
      outcome: 'done',
      code: null,
      ...NOBODY,
      change: {
        before: recorded(of.previousChannel, of.previousSource),
        after: recorded(of.channel, of.source),
      },
    },
  };
}
