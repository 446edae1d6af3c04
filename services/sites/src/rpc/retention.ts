import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { Retention as RetentionMessage } from '@headwater/protos/gen/headwater/sites/v1/Retention';
import type { RetentionDays__Output } from '@headwater/protos/gen/headwater/sites/v1/RetentionDays';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { dueRetention, firstCompleteDay, firstStoredDay } from '../domain/retention';
import type { Site } from '../domain/site';
import { listRetainedSites, lockRetainedSite, recordRemoval, recordRemoved } from '../store/retention';
import { requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

/** Returns the sites of every workspace with days that their retention excludes. */
export function createListRetentionDue({ db, clock }: Dependencies): Method<'ListRetentionDue'> {
  return async () => {
    const now = clock.now();
    const sites = (await listRetainedSites(db)).flatMap(({ id, workspaceId, timezone, retention }) => {
      const first = dueRetention(retention, timezone, now);
      if (!first) return [];
      return [{ workspaceId, days: { siteId: id, beforeDay: first.day, beforeMs: first.startMs } }];
    });
    return { sites };
  };
}

/** Begins the removal of days. Queries return from now on that these days are removed. */
export function createBeginRetention({ db, clock }: Dependencies): Method<'BeginRetention'> {
  return async (days, call) => {
    const removal = removalOf(days, call.workspaceId());
    await inTransaction(db, async (client) => {
      const site = await lockRetainedSite(client, removal);
      const first = site && firstStoredDay(site.retention, site.timezone, clock.now());
      if (!first || first.startMs < removal.before) throw siteNotFound();
      await recordRemoval(client, removal);
    });
    return {};
  };
}

/** Completes the removal of days. */
export function createFinishRetention({ db }: Dependencies): Method<'FinishRetention'> {
  return async (days, call) => {
    await recordRemoved(db, removalOf(days, call.workspaceId()));
    return {};
  };
}

function removalOf({ siteId, beforeMs: before }: RetentionDays__Output, workspaceId: number) {
  return { workspaceId, siteId: requireSiteId(siteId), before };
}

/** The retention of a site at `now`, Unix milliseconds. */
export function retentionMessage({ retention, timezone }: Site, now: number): RetentionMessage {
  const { days, appliesAt, removedBefore } = retention;
  const first = firstStoredDay(retention, timezone, now);
  return {
    ...(days === null ? {} : { days }),
    ...(appliesAt === null || appliesAt <= now ? {} : { appliesAtMs: appliesAt }),
    ...(first ? { fromDay: first.day, fromMs: first.startMs } : {}),
    ...(removedBefore === null ? {} : { removedBeforeDay: firstCompleteDay(removedBefore, timezone) }),
  };
}
