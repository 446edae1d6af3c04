import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { BIN_RETENTION_MS } from '../domain/retention';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** Moves an active site to the bin. */
export function deleteSite({ store, clock }: SitesParts): Handlers<SitesDefinition>['DeleteSite'] {
  return async (request, call) => {
    const id = requireSiteId(request.id);
    const deletedAt = clock.now();
    const purgeAt = deletedAt + BIN_RETENTION_MS;
    if (!(await store.deleteSite(call.workspaceId(), id, { deletedAt, purgeAt }))) throw siteNotFound();
    return { id, purgeAtMs: purgeAt };
  };
}
