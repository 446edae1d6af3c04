import { AppError } from '@headwater/kit/errors';
import type { Client } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import type { ShareLinks, SiteOfLinks } from './store/share-links';

/** Sites asked after in one turn. */
const AT_ONCE = 500;
const BEFORE_ALL: SiteOfLinks = { workspaceId: 0, siteId: 0 };

/**
 * Makes the clean-up of what is kept here of sites that are purged: their share links. The purge knows nothing of this schema,
 * so each turn asks after some of the sites with links, in their order, and begins anew after the last. A link of a site in
 * the bin stays: it may be restored.
 *
 * @param sites to be asked for the state of a purge.
 */
export function createForgetPurgedSites(
  shareLinks: Pick<ShareLinks, 'listSites' | 'forgetSite'>,
  sites: Pick<Client<SitesDefinition>, 'GetPurge'>,
  most = AT_ONCE,
): () => Promise<void> {
  let last = BEFORE_ALL;
  return async () => {
    const found = await shareLinks.listSites(last, most);
    for (const site of found) {
      const { workspaceId, siteId } = site;
      if (await isGone(sites.GetPurge({ siteId }, { workspaceId }))) await shareLinks.forgetSite(site);
      last = site;
    }
    if (found.length < most) last = BEFORE_ALL;
  };
}

/** Purged, or not known at all: one that was purged before purges were recorded must not keep the others from their turn. */
async function isGone(purge: Promise<{ readonly state: string }>): Promise<boolean> {
  try {
    return (await purge).state === 'purged';
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_not_found') return true;
    throw error;
  }
}
