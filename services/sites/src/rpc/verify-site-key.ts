import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { isSameSiteKey } from '../domain/site-key';
import { isSiteId } from '../domain/site-id';
import type { SitesParts } from './sites-parts';

/** Says whether a site key opens a site, and whose site it is. A site in the bin is refused whatever the key. */
export function verifySiteKey({ store }: SitesParts): Handlers<SitesDefinition>['VerifySiteKey'] {
  return async ({ siteId, siteKey }) => {
    const site = isSiteId(siteId) ? await store.getKeyHolder(siteId) : undefined;
    if (!site) return { verdict: 'SITE_KEY_VERDICT_UNKNOWN_SITE' };
    if (!isSameSiteKey(site.siteKey, siteKey) || site.bin) return { verdict: 'SITE_KEY_VERDICT_REFUSED' };
    return {
      verdict: 'SITE_KEY_VERDICT_VALID',
      workspaceId: site.workspaceId,
      domain: site.domain,
      installed: site.installed,
    };
  };
}
