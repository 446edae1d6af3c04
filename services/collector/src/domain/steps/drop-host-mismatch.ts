import { isWithin } from '../host-name';
import { drop, KEEP, type Step } from '../step';

/**
 * Ends an event whose page is not on the site's domain or a subdomain of it, or which a page from elsewhere sends in its
 * name: a copied snippet, or a forger. Only for browsers; a server is trusted by its token.
 */
export const dropHostMismatch: Step = ({ page }, { site, originHost }) => {
  const isForeign = originHost !== undefined && !isWithin(originHost, site.domain);
  return page && !isForeign && isWithin(page.hostname, site.domain) ? KEEP : drop('host_mismatch');
};
