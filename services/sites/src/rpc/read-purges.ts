import type { Handlers } from '@headwater/kit/rpc/types';
import type { Purge as PurgeMessage } from '@headwater/protos/gen/headwater/sites/v1/Purge';
import type { SitesDefinition } from '@headwater/protos/services';
import type { PurgeRecord } from '../store/read-purges';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

const MOST = 500;

/** What is told of purges: how far one has come, and those that there were. */
export function purgeReaders({
  store,
}: SitesParts): Pick<Handlers<SitesDefinition>, 'GetPurge' | 'ListPurges'> {
  return {
    GetPurge: async (request, call) => {
      const siteId = requireSiteId(request.siteId);
      // The site first: a purge that ends in between is then found by its record.
      const site = await store.getDeletion(call.workspaceId(), siteId);
      const record = await store.getPurge(call.workspaceId(), siteId);
      if (record) return purgeMessage(record);
      if (!site) throw siteNotFound();
      if (!site.bin) return { siteId, state: 'active' };
      const { deletedAt, purgeAt } = site.bin;
      return { siteId, state: 'scheduled', deletedAtMs: deletedAt, purgeAtMs: purgeAt };
    },
    ListPurges: async ({ beforeMs, beforeSiteId, limit }, call) => {
      const before = beforeMs === undefined ? {} : { before: { beganAt: beforeMs, siteId: beforeSiteId } };
      const page = { ...before, limit: Math.min(Math.max(limit, 1), MOST) };
      return { purges: (await store.listPurges(call.workspaceId(), page)).map(purgeMessage) };
    },
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
