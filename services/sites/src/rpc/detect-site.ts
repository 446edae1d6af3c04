import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { detectionMessage } from './site-message';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** Within it a repeat is answered with what was found: nobody's server is asked over and over. */
const FRESH_MS = 60_000;

/** Asks for a look at the site's home page; the worker takes it. */
export function detectSite({ store, clock }: SitesParts): Handlers<SitesDefinition>['DetectSite'] {
  return async ({ siteId }, call) => {
    const workspaceId = call.workspaceId();
    const id = requireSiteId(siteId);
    await store.requestDetection(workspaceId, id, clock.now() - FRESH_MS);
    const site = await store.getActiveSite(workspaceId, id);
    if (!site?.detection) throw siteNotFound();
    return detectionMessage(site.detection);
  };
}
