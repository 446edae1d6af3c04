import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { siteMessage } from './site-message';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

export function getSite({ store }: SitesParts): Handlers<SitesDefinition>['GetSite'] {
  return async ({ id }, call) => {
    const site = await store.getActiveSite(call.workspaceId(), requireSiteId(id));
    if (!site) throw siteNotFound();
    return siteMessage(site);
  };
}
