import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { Purge as PurgeMessage } from '@headwater/protos/gen/headwater/sites/v1/Purge';
import { parseCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { beginAudit, listSitesToAudit, recordAudit } from '../store/audits';
import { deleteClaimsOfSite } from '../store/event-claims';
import {
  beginPurge,
  finishPurge,
  getDeletion,
  getPurge,
  listDeletions,
  listDueSites,
  listPurges,
  listPurgeTimes,
  repeatDeletion,
  type PurgeRecord,
} from '../store/purges';
import { pageSize, requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

const MAX_LISTED = 500;

/** Returns the sites of every workspace that are due for their purge. */
export function createListDue({ db, clock }: Dependencies): Method<'ListDue'> {
  return async () => {
    const sites = await listDueSites(db, clock.now());
    return {
      sites: sites.map(({ id, workspaceId, purgeAt }) => ({ id, workspaceId, purgeAtMs: purgeAt })),
    };
  };
}

/** Begins the purge of a due site: from now on it cannot be restored. */
export function createBeginPurge({ db, clock }: Dependencies): Method<'BeginPurge'> {
  return async ({ id, rows }, call) => {
    const site = { workspaceId: call.workspaceId(), id: requireSiteId(id), now: clock.now() };
    if (!(await beginPurge(db, site, rows))) throw siteNotFound();
    return {};
  };
}

/** Deletes a site whose purge has begun, and completes the purge record. */
export function createFinishPurge({ db, clock }: Dependencies): Method<'FinishPurge'> {
  return async ({ id }, call) => {
    const site = { workspaceId: call.workspaceId(), id: requireSiteId(id), now: clock.now() };
    while ((await deleteClaimsOfSite(db, site)) > 0) call.signal.throwIfAborted();
    if (!(await finishPurge(db, site))) throw siteNotFound();
    return {};
  };
}

/** Returns the time until the purges of sites may begin. */
export function createListPurgeTimes({ db, clock }: Dependencies): Method<'ListPurgeTimes'> {
  return async ({ siteIds }) => {
    if (siteIds.length > BATCH_LIMITS.sites)
      throw failure('invalid_request', `Too many sites in one call (limit ${BATCH_LIMITS.sites}).`);
    const times = await listPurgeTimes(db, siteIds);
    const now = clock.now();
    return { sites: times.map(({ siteId, purgeAt }) => ({ siteId, purgeInMs: purgeAt - now })) };
  };
}

/** Returns the state of a site's deletion. */
export function createGetPurge({ db }: Dependencies): Method<'GetPurge'> {
  return async (request, call) => {
    const siteId = requireSiteId(request.siteId);
    // Reads the site first: if a purge finishes in between, its record is found.
    const deletion = await getDeletion(db, call.workspaceId(), siteId);
    const record = await getPurge(db, call.workspaceId(), siteId);
    if (record) return purgeMessage(record);
    if (deletion === undefined) throw siteNotFound();
    if (deletion === null) return { siteId, state: 'active' };
    const { deletedAt, purgeAt } = deletion;
    return { siteId, state: 'scheduled', deletedAtMs: deletedAt, purgeAtMs: purgeAt };
  };
}

/** Returns the workspace's purges, last begun first. */
export function createListPurges({ db }: Dependencies): Method<'ListPurges'> {
  return async ({ beforeMs, beforeSiteId, limit }, call) => {
    const before = beforeMs === undefined ? {} : { before: { beganAt: beforeMs, siteId: beforeSiteId } };
    const page = { ...before, limit: pageSize(limit, MAX_LISTED) };
    return { purges: (await listPurges(db, call.workspaceId(), page)).map(purgeMessage) };
  };
}

/** Lists the deleted and purged sites of every workspace. */
export function createListDeletions({ db }: Dependencies): Method<'ListDeletions'> {
  return async ({ afterSiteId, limit }) => ({
    deletions: await listDeletions(db, { afterSiteId, limit: pageSize(limit, MAX_LISTED) }),
  });
}

/** Deletes a site of a restored database again. */
export function createRepeatDeletion({ db }: Dependencies): Method<'RepeatDeletion'> {
  return async (deletion) => {
    const { deletedAtMs, purgeAtMs } = deletion;
    if (purgeAtMs <= deletedAtMs)
      throw failure('invalid_request', 'purge_at_ms must be later than deleted_at_ms.');
    const siteId = requireSiteId(deletion.siteId);
    const deleted = await inWorkspace(deletion.workspaceId, () =>
      repeatDeletion(db, { ...deletion, siteId }),
    );
    return { deleted };
  };
}

/** Returns the sites of every workspace that the next self-audit reads. */
export function createListSitesToAudit({ db }: Dependencies): Method<'ListSitesToAudit'> {
  return async ({ limit }) => ({ sites: await listSitesToAudit(db, pageSize(limit, MAX_LISTED)) });
}

/** Records that an audit of a site begins. Ignores an unknown site. */
export function createBeginAudit({ db, clock }: Dependencies): Method<'BeginAudit'> {
  return async ({ siteId }, call) => {
    await beginAudit(db, { workspaceId: call.workspaceId(), id: requireSiteId(siteId), now: clock.now() });
    return {};
  };
}

/** Records the result of a site's self-audit. */
export function createRecordAudit({ db, clock }: Dependencies): Method<'RecordAudit'> {
  return async ({ siteId, day, differences }, call) => {
    if (day !== undefined && parseCalendarDate(day) === undefined)
      throw failure('invalid_request', 'day must be a calendar date YYYY-MM-DD.');
    const site = { workspaceId: call.workspaceId(), id: requireSiteId(siteId), now: clock.now() };
    await recordAudit(db, site, { differences, ...(day === undefined ? {} : { day }) });
    return {};
  };
}

function purgeMessage(record: PurgeRecord): PurgeMessage {
  const { siteId, deletedAt, purgeAt, beganAt, finishedAt, rows } = record;
  return {
    siteId,
    state: finishedAt === undefined ? 'purging' : 'purged',
    deletedAtMs: deletedAt,
    purgeAtMs: purgeAt,
    beganAtMs: beganAt,
    ...(finishedAt === undefined ? {} : { finishedAtMs: finishedAt }),
    rows: { ...rows },
  };
}
