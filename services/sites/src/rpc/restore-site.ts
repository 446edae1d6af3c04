import { assertNever } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { SitesDefinition } from '@headwater/protos/services';
import { siteMessage } from './site-message';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** Takes a site out of the bin, as it was. A site that is active already is answered as it is. */
export function restoreSite({ store, clock }: SitesParts): Handlers<SitesDefinition>['RestoreSite'] {
  return async ({ id }, call) => {
    const restored = await store.restoreSite(call.workspaceId(), requireSiteId(id), clock.now());
    switch (restored.outcome) {
      case 'active':
        return siteMessage(restored.site);
      case 'not_found':
        throw siteNotFound();
      case 'domain_in_use':
        throw failure(
          'domain_in_use',
          'Another active site of this workspace has the domain of this one. Delete that site first.',
        );
      default:
        return assertNever(restored);
    }
  };
}
