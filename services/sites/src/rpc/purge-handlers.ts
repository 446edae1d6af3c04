import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** The steps of a purge, each safe to be repeated. */
export function purgeHandlers({
  store,
  clock,
}: SitesParts): Pick<Handlers<SitesDefinition>, 'ListDue' | 'BeginPurge' | 'FinishPurge'> {
  return {
    ListDue: async () => {
      const sites = await store.listDueSites(clock.now());
      return {
        sites: sites.map(({ id, workspaceId, purgeAt }) => ({ id, workspaceId, purgeAtMs: purgeAt })),
      };
    },
    BeginPurge: async ({ id, rows }, call) => {
      const site = { workspaceId: call.workspaceId(), id: requireSiteId(id), now: clock.now() };
      if (!(await store.beginPurge(site, rows))) throw siteNotFound();
      return {};
    },
    FinishPurge: async ({ id }, call) => {
      const site = { workspaceId: call.workspaceId(), id: requireSiteId(id), now: clock.now() };
      if (!(await store.finishPurge(site))) throw siteNotFound();
      return {};
    },
  };
}
