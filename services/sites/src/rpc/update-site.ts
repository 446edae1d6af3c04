import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { checkCategories } from '../domain/check-categories';
import { checkName } from '../domain/check-name';
import { checkTags } from '../domain/check-tags';
import { checkTimezone } from '../domain/check-timezone';
import { requireFields } from './require-fields';
import { siteMessage } from './site-message';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** Changes the fields that are present; a list that is present replaces the whole list. */
export function updateSite({ store }: SitesParts): Handlers<SitesDefinition>['UpdateSite'] {
  return async ({ id, name, timezone, categories, tags }, call) => {
    const workspaceId = call.workspaceId();
    const changes = requireFields({
      ...(name === undefined ? {} : { name: checkName(name) }),
      ...(timezone === undefined ? {} : { timezone: checkTimezone(timezone) }),
      ...(categories ? { categories: checkCategories(categories.values) } : {}),
      ...(tags ? { tags: checkTags(tags.values) } : {}),
    });
    const site = await store.updateSite(workspaceId, requireSiteId(id), changes);
    if (!site) throw siteNotFound();
    return siteMessage(site);
  };
}
