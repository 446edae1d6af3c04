import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { cached } from '../cached';
import { visitorIdProblem } from '@headwater/protos/visitor-id';
import { eventNameProblem } from '../event-limits';
import { isWithin, parsePageUrl, type PageUrl } from '../page-url';
import { drop, KEEP, type Step, type StepResult } from '../step';

const pages = cached<PageUrl>(5_000, parsePageUrl);

/**
 * Drops an event without a valid name, visitor id or page, and sets the page. A server's custom event needs no page.
 */
export const dropInvalidEvent: Step = (draft) => {
  const { name, visitor, url, session } = draft.sent;
  const nameProblem = eventNameProblem(name);
  if (nameProblem !== undefined) return invalid('name', nameProblem);
  const visitorProblem = visitorIdProblem(visitor);
  if (visitorProblem !== undefined) return invalid('anonymous_id', visitorProblem);
  const sessionProblem = session === '' ? undefined : visitorIdProblem(session);
  if (sessionProblem !== undefined) return invalid('session_id', sessionProblem);
  draft.page = pages(url);
  if (draft.page) return KEEP;
  if (url !== '') return invalid('url', 'must be a full URL, such as https://example.com/pricing');
  return name === PAGEVIEW
    ? invalid('url', 'is required for a pageview: send the full URL of the page')
    : KEEP;
};

function invalid(field: string, message: string): StepResult {
  return drop('invalid_event', { field, message });
}

/**
 * Drops an event whose page, or whose sending page (`Origin`), is neither on the site's domain nor on a subdomain: a copied
 * snippet or a forgery. Servers skip this step: they authenticate with a token.
 */
export const dropHostMismatch: Step = ({ page }, { site, originHost }) => {
  const isForeign = originHost !== undefined && !isWithin(originHost, site.domain);
  return page && !isForeign && isWithin(page.hostname, site.domain) ? KEEP : drop('host_mismatch');
};
