import type { SitesDefinition } from '@headwater/protos/services';
import type { Handlers } from '@headwater/kit/rpc/types';
import { siteMessage } from './site-message';
import type { SitesParts } from './sites-parts';

/** The workspace's active sites, by id; asked for the deleted ones, its bin, last deleted first. */
export function listSites({ store, clock }: SitesParts): Handlers<SitesDefinition>['ListSites'] {
  return async ({ deleted }, call) => {
    const sites = deleted
      ? await store.listBinnedSites(call.workspaceId(), clock.now())
      : await store.listActiveSites(call.workspaceId());
    return { sites: sites.map(siteMessage) };
  };
}
