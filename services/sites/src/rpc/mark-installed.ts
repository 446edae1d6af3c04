import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { isSiteId } from '../domain/site-id';
import type { SitesParts } from './sites-parts';

/** Records that the snippet is live. An unknown site is ignored. */
export function markInstalled({ store, clock }: SitesParts): Handlers<SitesDefinition>['MarkInstalled'] {
  return async ({ siteId }) => {
    if (isSiteId(siteId)) await store.markInstalled(siteId, clock.now());
    return {};
  };
}
